; Pipesworld: batches of oil products are pumped through pipes to the areas where they are needed.
;
; A pipe runs from one area to another and is always full: what is pushed in at one end drives out the batch at
; the other end, in either direction. Products that must not mix may not touch in a pipe. In this version
; (no tankage) areas have room for any number of batches.
;
; A pipe of one batch changes in one action. In a longer pipe a push (towards the `to` area) or a pop (towards
; the `from` area) starts by putting a batch in at one end and ends by taking one out at the other.

(define (domain pipesworld-notankage)
  (:requirements :strips :typing)
  (:types pipe area product batch-atom)
  (:constants lco gasoleo rat-a oca1 oc1b - product)
  (:predicates
    (connect ?from ?to - area ?pipe - pipe)
    (unitary ?pipe - pipe)
    (not-unitary ?pipe - pipe)
    (may-interface ?a ?b - product)
    (is-product ?batch - batch-atom ?product - product)
    (on ?batch - batch-atom ?area - area)
    (first ?batch - batch-atom ?pipe - pipe)    ; next to the `from` area
    (last ?batch - batch-atom ?pipe - pipe)     ; next to the `to` area
    (follow ?next ?previous - batch-atom)       ; neighbors in a pipe, the previous one nearer to `from`
    (normal ?pipe - pipe)
    (push-updating ?pipe - pipe)
    (pop-updating ?pipe - pipe))

  (:action push-start
    :parameters (?pipe - pipe ?in - batch-atom ?from ?to - area ?first - batch-atom ?p-in ?p-first - product)
    :precondition (and (not-unitary ?pipe) (normal ?pipe) (connect ?from ?to ?pipe)
      (on ?in ?from) (first ?first ?pipe)
      (is-product ?in ?p-in) (is-product ?first ?p-first) (may-interface ?p-in ?p-first))
    :effect (and (push-updating ?pipe) (not (normal ?pipe))
      (not (on ?in ?from))
      (first ?in ?pipe) (not (first ?first ?pipe)) (follow ?first ?in)))

  (:action push-end
    :parameters (?pipe - pipe ?from ?to - area ?out ?next - batch-atom)
    :precondition (and (not-unitary ?pipe) (push-updating ?pipe) (connect ?from ?to ?pipe)
      (last ?out ?pipe) (follow ?out ?next))
    :effect (and (normal ?pipe) (not (push-updating ?pipe))
      (on ?out ?to)
      (last ?next ?pipe) (not (last ?out ?pipe)) (not (follow ?out ?next))))

  (:action pop-start
    :parameters (?pipe - pipe ?in - batch-atom ?from ?to - area ?last - batch-atom ?p-in ?p-last - product)
    :precondition (and (not-unitary ?pipe) (normal ?pipe) (connect ?from ?to ?pipe)
      (on ?in ?to) (last ?last ?pipe)
      (is-product ?in ?p-in) (is-product ?last ?p-last) (may-interface ?p-in ?p-last))
    :effect (and (pop-updating ?pipe) (not (normal ?pipe))
      (not (on ?in ?to))
      (last ?in ?pipe) (not (last ?last ?pipe)) (follow ?in ?last)))

  (:action pop-end
    :parameters (?pipe - pipe ?from ?to - area ?out ?next - batch-atom)
    :precondition (and (not-unitary ?pipe) (pop-updating ?pipe) (connect ?from ?to ?pipe)
      (first ?out ?pipe) (follow ?next ?out))
    :effect (and (normal ?pipe) (not (pop-updating ?pipe))
      (on ?out ?from)
      (first ?next ?pipe) (not (first ?out ?pipe)) (not (follow ?next ?out))))

  (:action push-unitarypipe
    :parameters (?pipe - pipe ?in - batch-atom ?from ?to - area ?out - batch-atom ?p-in ?p-out - product)
    :precondition (and (unitary ?pipe) (connect ?from ?to ?pipe)
      (on ?in ?from) (first ?out ?pipe)
      (is-product ?in ?p-in) (is-product ?out ?p-out) (may-interface ?p-in ?p-out))
    :effect (and (on ?out ?to) (not (on ?in ?from))
      (first ?in ?pipe) (not (first ?out ?pipe))
      (last ?in ?pipe) (not (last ?out ?pipe))))

  (:action pop-unitarypipe
    :parameters (?pipe - pipe ?in - batch-atom ?from ?to - area ?out - batch-atom ?p-in ?p-out - product)
    :precondition (and (unitary ?pipe) (connect ?from ?to ?pipe)
      (on ?in ?to) (last ?out ?pipe)
      (is-product ?in ?p-in) (is-product ?out ?p-out) (may-interface ?p-in ?p-out))
    :effect (and (on ?out ?from) (not (on ?in ?to))
      (first ?in ?pipe) (not (first ?out ?pipe))
      (last ?in ?pipe) (not (last ?out ?pipe)))))
