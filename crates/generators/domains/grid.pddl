; Grid: a robot walks about a grid of places, some of which are locked, and brings keys to where they belong.
;
; A lock opens to every key of its shape, from a place beside it, and stays open. The robot holds one key at a
; time; it may also take a key in exchange for the one it holds.

(define (domain grid)
  (:requirements :strips)
  (:predicates
    (place ?x) (key ?x) (shape ?x)    ; what is what
    (conn ?a ?b)                      ; the places are beside each other
    (key-shape ?key ?shape)
    (lock-shape ?place ?shape)
    (at ?key ?place)
    (at-robot ?place)
    (locked ?place)
    (open ?place)
    (holding ?key)
    (arm-empty))

  (:action unlock
    :parameters (?here ?there ?key ?shape)
    :precondition (and (place ?here) (place ?there) (key ?key) (shape ?shape)
      (conn ?here ?there) (key-shape ?key ?shape) (lock-shape ?there ?shape)
      (at-robot ?here) (locked ?there) (holding ?key))
    :effect (and (open ?there) (not (locked ?there))))

  (:action move
    :parameters (?here ?there)
    :precondition (and (place ?here) (place ?there) (conn ?here ?there) (at-robot ?here) (open ?there))
    :effect (and (at-robot ?there) (not (at-robot ?here))))

  (:action pickup
    :parameters (?here ?key)
    :precondition (and (place ?here) (key ?key) (at-robot ?here) (at ?key ?here) (arm-empty))
    :effect (and (holding ?key) (not (at ?key ?here)) (not (arm-empty))))

  (:action pickup-and-loose
    :parameters (?here ?new ?old)
    :precondition (and (place ?here) (key ?new) (key ?old) (at-robot ?here) (at ?new ?here) (holding ?old))
    :effect (and (holding ?new) (at ?old ?here) (not (at ?new ?here)) (not (holding ?old))))

  (:action putdown
    :parameters (?here ?key)
    :precondition (and (place ?here) (key ?key) (at-robot ?here) (holding ?key))
    :effect (and (at ?key ?here) (arm-empty) (not (holding ?key)))))
