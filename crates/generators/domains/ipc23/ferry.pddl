; Ferry: a ferry brings cars to their destinations, one at a time.
;
; The ferry sails from every location to every other. This is the version of the learning track of the IPC 2023.

(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions)
  (:types car location - object)
  (:predicates
    (at-ferry ?l - location)
    (at ?c - car ?l - location)
    (empty-ferry)
    (on ?c - car))

  (:action sail
    :parameters (?from ?to - location)
    :precondition (and (at-ferry ?from) (not (at-ferry ?to)))
    :effect (and (at-ferry ?to) (not (at-ferry ?from))))

  (:action board
    :parameters (?car - car ?loc - location)
    :precondition (and (at-ferry ?loc) (at ?car ?loc) (empty-ferry))
    :effect (and (on ?car) (not (at ?car ?loc)) (not (empty-ferry))))

  (:action debark
    :parameters (?car - car ?loc - location)
    :precondition (and (at-ferry ?loc) (on ?car))
    :effect (and (at ?car ?loc) (empty-ferry) (not (on ?car)))))
