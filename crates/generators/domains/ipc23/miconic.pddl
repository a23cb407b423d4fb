; Miconic: a lift with room for everybody brings passengers to their floors.
;
; The lift goes from every floor to every other. This is the version of the learning track of the IPC 2023, where
; passengers who have boarded are no longer at their origin, so that nobody boards twice.

(define (domain miconic)
  (:requirements :strips :typing)
  (:types passenger floor - object)
  (:predicates
    (origin ?person - passenger ?floor - floor)
    (destin ?person - passenger ?floor - floor)
    (above ?floor1 ?floor2 - floor)    ; the second is above the first
    (boarded ?person - passenger)
    (served ?person - passenger)
    (lift-at ?floor - floor))

  (:action board
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (origin ?p ?f))
    :effect (and (boarded ?p) (not (origin ?p ?f))))

  (:action depart
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (destin ?p ?f) (boarded ?p))
    :effect (and (served ?p) (not (boarded ?p))))

  (:action up
    :parameters (?f1 ?f2 - floor)
    :precondition (and (lift-at ?f1) (above ?f1 ?f2))
    :effect (and (lift-at ?f2) (not (lift-at ?f1))))

  (:action down
    :parameters (?f1 ?f2 - floor)
    :precondition (and (lift-at ?f1) (above ?f2 ?f1))
    :effect (and (lift-at ?f2) (not (lift-at ?f1)))))
