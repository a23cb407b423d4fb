; Logistics: trucks carry packages within cities, airplanes carry them between cities.
;
; A truck drives between any two locations of its city. An airplane flies between any two airports. Both
; have room for any number of packages.

(define (domain logistics)
  (:requirements :strips)
  (:predicates
    (package ?x) (truck ?x) (airplane ?x) (city ?x) (location ?x)    ; what is what
    (airport ?location)                                              ; which locations are airports
    (in-city ?location ?city)
    (at ?thing ?location)
    (in ?package ?vehicle))

  (:action load-truck
    :parameters (?package ?truck ?location)
    :precondition (and (package ?package) (truck ?truck) (location ?location)
      (at ?truck ?location) (at ?package ?location))
    :effect (and (in ?package ?truck) (not (at ?package ?location))))

  (:action load-airplane
    :parameters (?package ?airplane ?location)
    :precondition (and (package ?package) (airplane ?airplane) (location ?location)
      (at ?airplane ?location) (at ?package ?location))
    :effect (and (in ?package ?airplane) (not (at ?package ?location))))

  (:action unload-truck
    :parameters (?package ?truck ?location)
    :precondition (and (package ?package) (truck ?truck) (location ?location)
      (at ?truck ?location) (in ?package ?truck))
    :effect (and (at ?package ?location) (not (in ?package ?truck))))

  (:action unload-airplane
    :parameters (?package ?airplane ?location)
    :precondition (and (package ?package) (airplane ?airplane) (location ?location)
      (at ?airplane ?location) (in ?package ?airplane))
    :effect (and (at ?package ?location) (not (in ?package ?airplane))))

  (:action drive-truck
    :parameters (?truck ?from ?to ?city)
    :precondition (and (truck ?truck) (location ?from) (location ?to) (city ?city)
      (in-city ?from ?city) (in-city ?to ?city) (at ?truck ?from))
    :effect (and (at ?truck ?to) (not (at ?truck ?from))))

  (:action fly-airplane
    :parameters (?airplane ?from ?to)
    :precondition (and (airplane ?airplane) (airport ?from) (airport ?to) (at ?airplane ?from))
    :effect (and (at ?airplane ?to) (not (at ?airplane ?from)))))
