; Closing time: lamps go out, people leave, rooms are locked.
(define (domain office)
  (:requirements :adl)
  (:types room person lamp)
  (:constants yard - room)
  (:predicates (in ?p - person ?r - room) (door ?r ?s - room) (locked ?r - room)
               (lamp-in ?l - lamp ?r - room) (lit ?l - lamp)
               (guard ?p - person) (has-key ?p - person ?r - room) (quiet))

  (:action walk
    :parameters (?p - person ?from ?to - room)
    :precondition (and (in ?p ?from)
                       (or (door ?from ?to) (door ?to ?from))
                       (not (or (locked ?from) (locked ?to))))
    :effect (and (in ?p ?to) (not (in ?p ?from))))

  (:action switch
    :parameters (?p - person ?l - lamp)
    :precondition (exists (?r - room) (and (in ?p ?r) (lamp-in ?l ?r)))
    :effect (and (when (lit ?l) (not (lit ?l)))
                 (when (not (lit ?l)) (lit ?l))))

  (:action lock
    :parameters (?p - person ?r - room)
    :precondition (and (or (guard ?p) (has-key ?p ?r))
                       (not (exists (?q - person) (in ?q ?r)))
                       (forall (?l - lamp) (imply (lamp-in ?l ?r) (not (lit ?l))))
                       (exists (?s - room) (and (or (door ?r ?s) (door ?s ?r)) (in ?p ?s))))
    :effect (locked ?r))

  (:action ring-bell
    :parameters (?p - person)
    :precondition (and (guard ?p) (not (quiet)))
    :effect (and (quiet)
                 (forall (?q - person ?r - room)
                   (when (and (in ?q ?r) (not (guard ?q)) (not (locked ?r)))
                         (and (not (in ?q ?r)) (in ?q yard)))))))
