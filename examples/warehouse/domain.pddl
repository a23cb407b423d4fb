; Robots bring boxes from racks to gates. Aisles are narrow: two robots are never at the same place.
(define (domain warehouse)
  (:requirements :strips :typing :action-costs)
  (:types robot box place)
  (:predicates
    (at ?r - robot ?p - place)
    (stored ?b - box ?p - place)
    (carries ?r - robot ?b - box)
    (idle ?r - robot)
    (empty ?p - place)
    (aisle ?p ?q - place))
  (:functions
    (total-cost) - number
    (length ?p ?q - place) - number
    (weight ?b - box) - number)

  (:action drive
    :parameters (?r - robot ?p ?q - place)
    :precondition (and (at ?r ?p) (aisle ?p ?q) (empty ?q))
    :effect (and (at ?r ?q) (empty ?p) (not (at ?r ?p)) (not (empty ?q))
                 (increase (total-cost) (length ?p ?q))))

  (:action load
    :parameters (?r - robot ?b - box ?p - place)
    :precondition (and (at ?r ?p) (stored ?b ?p) (idle ?r))
    :effect (and (carries ?r ?b) (not (stored ?b ?p)) (not (idle ?r))
                 (increase (total-cost) (weight ?b))))

  (:action unload
    :parameters (?r - robot ?b - box ?p - place)
    :precondition (and (at ?r ?p) (carries ?r ?b))
    :effect (and (stored ?b ?p) (idle ?r) (not (carries ?r ?b))
                 (increase (total-cost) (weight ?b)))))
