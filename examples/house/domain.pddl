; Nobody walks into the dark: rooms are lit where a lamp has power, and a lamp has power where closed switches lead to it
; from the mains. What follows from the switches is derived, not set by actions.
(define (domain house)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :existential-preconditions
                 :derived-predicates)
  (:types room wire switch - object
          lamp - wire)
  (:predicates (me ?r - room)
               (door ?from ?to - room)
               (in ?x - object ?r - room)
               (mains ?w - wire)
               (joins ?s - switch ?from ?to - wire)
               (closed ?s - switch)
               (live ?w - wire)
               (lit ?r - room))

  (:derived (live ?w - wire)
    (or (mains ?w)
        (exists (?other - wire ?s - switch)
          (and (live ?other) (joins ?s ?other ?w) (closed ?s)))))

  (:derived (lit ?r - room)
    (exists (?l - lamp) (and (in ?l ?r) (live ?l))))

  (:action walk
    :parameters (?from ?to - room)
    :precondition (and (me ?from) (door ?from ?to) (lit ?to))
    :effect (and (not (me ?from)) (me ?to)))

  (:action close
    :parameters (?s - switch ?r - room)
    :precondition (and (me ?r) (in ?s ?r) (not (closed ?s)))
    :effect (closed ?s))

  (:action open
    :parameters (?s - switch ?r - room)
    :precondition (and (me ?r) (in ?s ?r) (closed ?s))
    :effect (not (closed ?s))))
