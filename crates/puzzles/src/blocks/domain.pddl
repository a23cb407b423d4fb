; One block at a time is moved, without an arm that would have to pick it up first.
(define (domain blocks)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types block)
  (:predicates
    (on ?upper ?lower - block)
    (on-table ?block - block)
    (clear ?block - block))
  (:action move
    :parameters (?block ?from ?to - block)
    :precondition (and (clear ?block) (on ?block ?from) (clear ?to) (not (= ?block ?to)))
    :effect (and (not (on ?block ?from)) (clear ?from) (on ?block ?to) (not (clear ?to))))
  (:action put-down
    :parameters (?block ?from - block)
    :precondition (and (clear ?block) (on ?block ?from))
    :effect (and (not (on ?block ?from)) (clear ?from) (on-table ?block)))
  (:action put-on
    :parameters (?block ?to - block)
    :precondition (and (clear ?block) (on-table ?block) (clear ?to) (not (= ?block ?to)))
    :effect (and (not (on-table ?block)) (on ?block ?to) (not (clear ?to)))))
