; A flip of the uppermost pancakes takes each from a place to that which mirrors it.
(define (domain pancake)
  (:requirements :typing :conditional-effects)
  (:types pancake place flip)
  (:predicates
    (at ?pancake - pancake ?place - place)
    (mirrors ?flip - flip ?from ?to - place))
  (:action turn
    :parameters (?flip - flip)
    :precondition (and)
    :effect (forall (?pancake - pancake ?from ?to - place)
      (when (and (at ?pancake ?from) (mirrors ?flip ?from ?to))
        (and (not (at ?pancake ?from)) (at ?pancake ?to))))))
