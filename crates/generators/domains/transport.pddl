; Transport: vehicles bring packages to their destinations over a network of roads.
;
; A drive costs as much as its road is long; picking up and dropping cost 1. A vehicle has room for a few
; packages: its capacity goes down and up a ladder of numbers.

(define (domain transport)
  (:requirements :strips :typing :action-costs)
  (:types
    location locatable capacity-number - object
    vehicle package - locatable)
  (:predicates
    (road ?from ?to - location)
    (at ?thing - locatable ?location - location)
    (in ?package - package ?vehicle - vehicle)
    (capacity ?vehicle - vehicle ?free - capacity-number)    ; for so many more packages there is room
    (capacity-predecessor ?less ?more - capacity-number))
  (:functions
    (road-length ?from ?to - location) - number
    (total-cost) - number)

  (:action drive
    :parameters (?vehicle - vehicle ?from ?to - location)
    :precondition (and (road ?from ?to) (at ?vehicle ?from))
    :effect (and (at ?vehicle ?to) (not (at ?vehicle ?from))
      (increase (total-cost) (road-length ?from ?to))))

  (:action pick-up
    :parameters (?vehicle - vehicle ?location - location ?package - package ?less ?more - capacity-number)
    :precondition (and (at ?vehicle ?location) (at ?package ?location)
      (capacity-predecessor ?less ?more) (capacity ?vehicle ?more))
    :effect (and (in ?package ?vehicle) (not (at ?package ?location))
      (capacity ?vehicle ?less) (not (capacity ?vehicle ?more))
      (increase (total-cost) 1)))

  (:action drop
    :parameters (?vehicle - vehicle ?location - location ?package - package ?less ?more - capacity-number)
    :precondition (and (at ?vehicle ?location) (in ?package ?vehicle)
      (capacity-predecessor ?less ?more) (capacity ?vehicle ?less))
    :effect (and (at ?package ?location) (not (in ?package ?vehicle))
      (capacity ?vehicle ?more) (not (capacity ?vehicle ?less))
      (increase (total-cost) 1))))
