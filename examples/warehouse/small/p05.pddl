(define (problem small-05)
  (:domain warehouse)
  (:objects
    robot1 - robot
    box1 box2 box3 - box
    p0-0 p1-0 p2-0
    p0-1 p1-1 p2-1
    p0-2 p1-2 p2-2 - place)
  (:init
    (at robot1 p2-2) (idle robot1)
    (empty p0-0) (empty p1-0) (empty p2-0) (empty p0-1) (empty p1-1) (empty p2-1)
    (empty p0-2) (empty p1-2)
    (stored box1 p0-2) (= (weight box1) 1)
    (stored box2 p2-0) (= (weight box2) 2)
    (stored box3 p2-1) (= (weight box3) 2)
    (aisle p0-0 p1-0) (= (length p0-0 p1-0) 1) (aisle p1-0 p0-0) (= (length p1-0 p0-0) 1)
    (aisle p0-0 p0-1) (= (length p0-0 p0-1) 1) (aisle p0-1 p0-0) (= (length p0-1 p0-0) 1)
    (aisle p1-0 p2-0) (= (length p1-0 p2-0) 2) (aisle p2-0 p1-0) (= (length p2-0 p1-0) 2)
    (aisle p1-0 p1-1) (= (length p1-0 p1-1) 2) (aisle p1-1 p1-0) (= (length p1-1 p1-0) 2)
    (aisle p2-0 p2-1) (= (length p2-0 p2-1) 2) (aisle p2-1 p2-0) (= (length p2-1 p2-0) 2)
    (aisle p0-1 p1-1) (= (length p0-1 p1-1) 2) (aisle p1-1 p0-1) (= (length p1-1 p0-1) 2)
    (aisle p0-1 p0-2) (= (length p0-1 p0-2) 2) (aisle p0-2 p0-1) (= (length p0-2 p0-1) 2)
    (aisle p1-1 p2-1) (= (length p1-1 p2-1) 1) (aisle p2-1 p1-1) (= (length p2-1 p1-1) 1)
    (aisle p1-1 p1-2) (= (length p1-1 p1-2) 1) (aisle p1-2 p1-1) (= (length p1-2 p1-1) 1)
    (aisle p2-1 p2-2) (= (length p2-1 p2-2) 2) (aisle p2-2 p2-1) (= (length p2-2 p2-1) 2)
    (aisle p0-2 p1-2) (= (length p0-2 p1-2) 2) (aisle p1-2 p0-2) (= (length p1-2 p0-2) 2)
    (aisle p1-2 p2-2) (= (length p1-2 p2-2) 1) (aisle p2-2 p1-2) (= (length p2-2 p1-2) 1)
    (= (total-cost) 0))
  (:goal (and
    (stored box1 p0-0)
    (stored box2 p1-0)
    (stored box3 p2-0)))
  (:metric minimize (total-cost)))
