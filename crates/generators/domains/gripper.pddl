; Gripper: a robot with two hands carries balls from room to room.
;
; Every room can be reached from every other, and each gripper carries one ball.

(define (domain gripper)
  (:requirements :strips)
  (:predicates
    (room ?room) (ball ?ball) (gripper ?gripper)    ; what is what
    (at-robby ?room)                                ; where the robot is
    (at ?ball ?room)
    (free ?gripper)
    (carry ?ball ?gripper))

  (:action move
    :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (at-robby ?from))
    :effect (and (at-robby ?to) (not (at-robby ?from))))

  (:action pick
    :parameters (?ball ?room ?gripper)
    :precondition (and (ball ?ball) (room ?room) (gripper ?gripper)
      (at-robby ?room) (at ?ball ?room) (free ?gripper))
    :effect (and (carry ?ball ?gripper) (not (at ?ball ?room)) (not (free ?gripper))))

  (:action drop
    :parameters (?ball ?room ?gripper)
    :precondition (and (ball ?ball) (room ?room) (gripper ?gripper)
      (at-robby ?room) (carry ?ball ?gripper))
    :effect (and (at ?ball ?room) (free ?gripper) (not (carry ?ball ?gripper)))))
