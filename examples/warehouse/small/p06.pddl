(define (problem small-06)
  (:domain warehouse)
  (:objects
    robot1 robot2 - robot
    box1 box2 box3 box4 - box
    p0-0 p1-0 p2-0
    p0-1 p1-1 p2-1
    p0-2 p1-2 p2-2 - place)
  (:init
    (at robot1 p1-2) (idle robot1)
    (at robot2 p1-1) (idle robot2)
    (empty p0-0) (empty p1-0) (empty p2-0) (empty p0-1) (empty p2-1) (empty p0-2)
    (empty p2-2)
    (stored box1 p0-2) (= (weight box1) 2)
    (stored box2 p2-1) (= (weight box2) 1)
    (stored box3 p0-0) (= (weight box3) 3)
    (stored box4 p1-2) (= (weight box4) 1)
    (aisle p0-0 p1-0) (= (length p0-0 p1-0) 2) (aisle p1-0 p0-0) (= (length p1-0 p0-0) 2)
    (aisle p0-0 p0-1) (= (length p0-0 p0-1) 1) (aisle p0-1 p0-0) (= (length p0-1 p0-0) 1)
    (aisle p1-0 p2-0) (= (length p1-0 p2-0) 1) (aisle p2-0 p1-0) (= (length p2-0 p1-0) 1)
    (aisle p1-0 p1-1) (= (length p1-0 p1-1) 2) (aisle p1-1 p1-0) (= (length p1-1 p1-0) 2)
    (aisle p2-0 p2-1) (= (length p2-0 p2-1) 1) (aisle p2-1 p2-0) (= (length p2-1 p2-0) 1)
    (aisle p0-1 p1-1) (= (length p0-1 p1-1) 1) (aisle p1-1 p0-1) (= (length p1-1 p0-1) 1)
    (aisle p0-1 p0-2) (= (length p0-1 p0-2) 2) (aisle p0-2 p0-1) (= (length p0-2 p0-1) 2)
    (aisle p1-1 p2-1) (= (length p1-1 p2-1) 2) (aisle p2-1 p1-1) (= (length p2-1 p1-1) 2)
    (aisle p1-1 p1-2) (= (length p1-1 p1-2) 2) (aisle p1-2 p1-1) (= (length p1-2 p1-1) 2)
    (aisle p2-1 p2-2) (= (length p2-1 p2-2) 1) (aisle p2-2 p2-1) (= (length p2-2 p2-1) 1)
    (aisle p0-2 p1-2) (= (length p0-2 p1-2) 1) (aisle p1-2 p0-2) (= (length p1-2 p0-2) 1)
    (aisle p1-2 p2-2) (= (length p1-2 p2-2) 2) (aisle p2-2 p1-2) (= (length p2-2 p1-2) 2)
    (= (total-cost) 0))
  (:goal (and
    (stored box1 p1-0)
    (stored box2 p2-0)
    (stored box3 p2-0)
    (stored box4 p0-0)))
  (:metric minimize (total-cost)))
