; A robot with two arms carries letters and parcels through an office building.
(define (domain post)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types room item arm - object
          letter parcel - item)
  (:predicates (robot-at ?r - room)
               (at ?i - item ?r - room)
               (holds ?a - arm ?i - item)
               (free ?a - arm)
               (door ?from ?to - room)
               (shut ?from ?to - room))
  (:functions (distance ?from ?to - room) - number
              (total-cost) - number)

  (:action move
    :parameters (?from ?to - room)
    :precondition (and (robot-at ?from) (door ?from ?to) (not (shut ?from ?to)))
    :effect (and (not (robot-at ?from)) (robot-at ?to)
                 (increase (total-cost) (distance ?from ?to))))

  (:action open
    :parameters (?from ?to - room ?a - arm)
    :precondition (and (robot-at ?from) (shut ?from ?to) (free ?a))
    :effect (and (not (shut ?from ?to)) (not (shut ?to ?from))
                 (increase (total-cost) 2)))

  (:action take
    :parameters (?i - item ?r - room ?a - arm)
    :precondition (and (robot-at ?r) (at ?i ?r) (free ?a))
    :effect (and (holds ?a ?i) (not (free ?a)) (not (at ?i ?r))
                 (increase (total-cost) 1)))

  (:action give
    :parameters (?i - item ?r - room ?a - arm)
    :precondition (and (robot-at ?r) (holds ?a ?i))
    :effect (and (at ?i ?r) (free ?a) (not (holds ?a ?i))
                 (increase (total-cost) 1))))
