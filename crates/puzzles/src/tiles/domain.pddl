; A tile next to the blank slides into its place.
(define (domain tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (at ?tile - tile ?cell - cell)
    (blank ?cell - cell)
    (adjacent ?from ?to - cell))
  (:action slide
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (adjacent ?from ?to))
    :effect (and (not (at ?tile ?from)) (at ?tile ?to) (not (blank ?to)) (blank ?from))))
