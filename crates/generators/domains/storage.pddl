; Storage: hoists move crates from containers into depots.
;
; Containers and depots consist of store areas, each with room for one crate or one hoist. A hoist moves from
; area to area and lifts or drops a crate on a store area beside its own. Between containers and depots lie
; transit areas, where any number of hoists may be, but no crates.

(define (domain storage)
  (:requirements :strips :typing)
  (:types
    hoist surface place - object
    area crate - surface
    storearea transitarea - area
    container depot - place)
  (:predicates
    (connected ?a ?b - area)
    (in ?thing - surface ?place - place)    ; store areas and crates are in containers and depots
    (on ?crate - crate ?area - storearea)
    (at ?hoist - hoist ?area - area)
    (clear ?area - storearea)
    (available ?hoist - hoist)
    (lifting ?hoist - hoist ?crate - crate))

  (:action lift
    :parameters (?hoist - hoist ?crate - crate ?area - storearea ?beside - area ?place - place)
    :precondition (and (connected ?area ?beside) (in ?area ?place)
      (at ?hoist ?beside) (available ?hoist) (on ?crate ?area))
    :effect (and (lifting ?hoist ?crate) (clear ?area)
      (not (available ?hoist)) (not (on ?crate ?area)) (not (in ?crate ?place))))

  (:action drop
    :parameters (?hoist - hoist ?crate - crate ?area - storearea ?beside - area ?place - place)
    :precondition (and (connected ?area ?beside) (in ?area ?place)
      (at ?hoist ?beside) (lifting ?hoist ?crate) (clear ?area))
    :effect (and (available ?hoist) (on ?crate ?area) (in ?crate ?place)
      (not (lifting ?hoist ?crate)) (not (clear ?area))))

  (:action move
    :parameters (?hoist - hoist ?from ?to - storearea)
    :precondition (and (connected ?from ?to) (at ?hoist ?from) (clear ?to))
    :effect (and (at ?hoist ?to) (clear ?from) (not (at ?hoist ?from)) (not (clear ?to))))

  (:action go-out
    :parameters (?hoist - hoist ?from - storearea ?to - transitarea)
    :precondition (and (connected ?from ?to) (at ?hoist ?from))
    :effect (and (at ?hoist ?to) (clear ?from) (not (at ?hoist ?from))))

  (:action go-in
    :parameters (?hoist - hoist ?from - transitarea ?to - storearea)
    :precondition (and (connected ?from ?to) (at ?hoist ?from) (clear ?to))
    :effect (and (at ?hoist ?to) (not (at ?hoist ?from)) (not (clear ?to)))))
