; Vans drive on roads, drones fly anywhere but need charging; both carry one parcel at a time.
(define (domain delivery)
  (:requirements :strips :typing :equality :negative-preconditions :action-costs)
  (:types place thing - object
          vehicle parcel - thing
          van drone wagon - vehicle)
  (:constants depot - place)
  (:predicates (at ?t - thing ?p - place) (road ?from ?to - place)
               (in ?p - parcel ?v - vehicle) (empty ?v - vehicle) (charged ?d - drone))
  (:functions (distance ?from ?to - place) (total-cost))

  (:action drive
    :parameters (?v - van ?from ?to - place)
    :precondition (and (at ?v ?from) (road ?from ?to))
    :effect (and (at ?v ?to) (not (at ?v ?from)) (increase (total-cost) (distance ?from ?to))))

  (:action fly
    :parameters (?d - drone ?from ?to - place)
    :precondition (and (at ?d ?from) (charged ?d) (not (= ?from ?to)))
    :effect (and (at ?d ?to) (not (at ?d ?from)) (not (charged ?d)) (increase (total-cost) 3)))

  (:action charge
    :parameters (?d - drone)
    :precondition (and (at ?d depot) (not (charged ?d)))
    :effect (charged ?d))

  (:action load
    :parameters (?p - parcel ?v - (either van drone) ?where - place)
    :precondition (and (at ?p ?where) (at ?v ?where) (empty ?v))
    :effect (and (in ?p ?v) (not (at ?p ?where)) (not (empty ?v)) (increase (total-cost) 1)))

  (:action unload
    :parameters (?p - parcel ?v - (either van drone) ?where - place)
    :precondition (and (in ?p ?v) (at ?v ?where))
    :effect (and (at ?p ?where) (empty ?v) (not (in ?p ?v)) (increase (total-cost) 1))))
