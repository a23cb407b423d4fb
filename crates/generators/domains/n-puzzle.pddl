; The sliding-tile puzzle: tiles in a frame with one position empty.
;
; A tile next to the empty position can slide into it.

(define (domain n-puzzle)
  (:requirements :strips :typing)
  (:types position tile)
  (:predicates
    (at ?tile - tile ?position - position)
    (empty ?position - position)
    (neighbor ?a ?b - position))

  (:action move
    :parameters (?tile - tile ?from ?to - position)
    :precondition (and (neighbor ?from ?to) (at ?tile ?from) (empty ?to))
    :effect (and (at ?tile ?to) (empty ?from) (not (at ?tile ?from)) (not (empty ?to)))))
