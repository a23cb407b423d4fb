; Depots: crates are restacked at depots and distributors, and trucks carry them between these.
;
; Crates stand in towers on pallets. The hoists of a place lift the topmost crates there, put them down on
; what is clear there, and load and unload trucks. Trucks drive everywhere and have room for all crates.

(define (domain depots)
  (:requirements :strips :typing)
  (:types
    place locatable - object
    depot distributor - place
    truck hoist surface - locatable
    pallet crate - surface)
  (:predicates
    (at ?thing - locatable ?place - place)
    (on ?crate - crate ?surface - surface)
    (in ?crate - crate ?truck - truck)
    (lifting ?hoist - hoist ?crate - crate)
    (available ?hoist - hoist)
    (clear ?surface - surface))

  (:action drive
    :parameters (?truck - truck ?from ?to - place)
    :precondition (at ?truck ?from)
    :effect (and (at ?truck ?to) (not (at ?truck ?from))))

  (:action lift
    :parameters (?hoist - hoist ?crate - crate ?surface - surface ?place - place)
    :precondition (and (at ?hoist ?place) (available ?hoist)
      (at ?crate ?place) (on ?crate ?surface) (clear ?crate))
    :effect (and (lifting ?hoist ?crate) (clear ?surface)
      (not (available ?hoist)) (not (at ?crate ?place)) (not (on ?crate ?surface)) (not (clear ?crate))))

  (:action drop
    :parameters (?hoist - hoist ?crate - crate ?surface - surface ?place - place)
    :precondition (and (at ?hoist ?place) (lifting ?hoist ?crate) (at ?surface ?place) (clear ?surface))
    :effect (and (available ?hoist) (at ?crate ?place) (on ?crate ?surface) (clear ?crate)
      (not (lifting ?hoist ?crate)) (not (clear ?surface))))

  (:action load
    :parameters (?hoist - hoist ?crate - crate ?truck - truck ?place - place)
    :precondition (and (at ?hoist ?place) (at ?truck ?place) (lifting ?hoist ?crate))
    :effect (and (in ?crate ?truck) (available ?hoist) (not (lifting ?hoist ?crate))))

  (:action unload
    :parameters (?hoist - hoist ?crate - crate ?truck - truck ?place - place)
    :precondition (and (at ?hoist ?place) (at ?truck ?place) (available ?hoist) (in ?crate ?truck))
    :effect (and (lifting ?hoist ?crate) (not (available ?hoist)) (not (in ?crate ?truck)))))
