; Sokoban: a robot pushes boxes, each to a place of its own.
;
; The robot walks onto clear locations, and pushes a box ahead onto a clear one; it can't pull. It is no obstacle: its
; own location is clear. This is the version of the learning track of the IPC 2023.

(define (domain sokoban)
  (:requirements :strips :typing)
  (:types location direction box)
  (:constants down up left right - direction)
  (:predicates
    (at-robot ?l - location)
    (at ?o - box ?l - location)
    (adjacent ?l1 ?l2 - location ?d - direction)    ; the second lies in that direction of the first
    (clear ?l - location))                          ; neither a wall nor a box

  (:action move
    :parameters (?from ?to - location ?dir - direction)
    :precondition (and (at-robot ?from) (adjacent ?from ?to ?dir) (clear ?to))
    :effect (and (at-robot ?to) (not (at-robot ?from))))

  (:action push
    :parameters (?rloc ?bloc ?floc - location ?dir - direction ?b - box)
    :precondition (and (at-robot ?rloc) (at ?b ?bloc) (adjacent ?rloc ?bloc ?dir)
      (adjacent ?bloc ?floc ?dir) (clear ?floc))
    :effect (and (at-robot ?bloc) (at ?b ?floc) (clear ?bloc)
      (not (at-robot ?rloc)) (not (at ?b ?bloc)) (not (clear ?floc)))))
