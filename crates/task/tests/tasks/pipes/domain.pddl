; Water flows from sources through open pipes; a pipe can be mended only while both its ends are dry.
(define (domain pipes)
  (:requirements :adl :derived-predicates)
  (:types node pipe tap - object)
  (:predicates (source ?n - node) (joins ?p - pipe ?a ?b - node) (closed ?p - pipe) (cracked ?p - pipe)
               (tap-at ?t - tap ?n - node)
               (wet ?n - node) (dry ?p - pipe) (runs ?t - tap) (all-run))

  (:derived (wet ?n - node)
    (or (source ?n)
        (exists (?p - pipe ?m - node)
          (and (not (closed ?p)) (not (cracked ?p))
               (or (joins ?p ?m ?n) (joins ?p ?n ?m))
               (wet ?m)))))

  (:derived (dry ?p - pipe)
    (forall (?a ?b - node) (imply (joins ?p ?a ?b) (and (not (wet ?a)) (not (wet ?b))))))

  (:derived (runs ?t - tap) (exists (?n - node) (and (tap-at ?t ?n) (wet ?n))))

  (:derived (all-run) (forall (?t - tap) (runs ?t)))

  (:action open
    :parameters (?p - pipe)
    :precondition (and (closed ?p) (not (cracked ?p)))
    :effect (not (closed ?p)))

  (:action close
    :parameters (?p - pipe)
    :precondition (not (closed ?p))
    :effect (closed ?p))

  (:action mend
    :parameters (?p - pipe)
    :precondition (and (cracked ?p) (dry ?p))
    :effect (not (cracked ?p))))
