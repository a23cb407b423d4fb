; Cups stand on a shelf or inside each other; one hand moves them.
(define (domain cups)
  (:requirements :strips)
  (:predicates (cup ?c) (inside ?inner ?outer) (open ?c) (on-shelf ?c) (holding ?c) (hand-free))

  (:action take
    :parameters (?c)
    :precondition (and (cup ?c) (on-shelf ?c) (open ?c) (hand-free))
    :effect (and (holding ?c) (not (on-shelf ?c)) (not (open ?c)) (not (hand-free))))

  (:action put-back
    :parameters (?c)
    :precondition (holding ?c)
    :effect (and (on-shelf ?c) (open ?c) (hand-free) (not (holding ?c))))

  (:action nest
    :parameters (?inner ?outer)
    :precondition (and (holding ?inner) (open ?outer))
    :effect (and (inside ?inner ?outer) (open ?inner) (hand-free)
                 (not (holding ?inner)) (not (open ?outer))))

  (:action lift
    :parameters (?inner ?outer)
    :precondition (and (inside ?inner ?outer) (open ?inner) (hand-free))
    :effect (and (holding ?inner) (open ?outer)
                 (not (inside ?inner ?outer)) (not (open ?inner)) (not (hand-free)))))
