; Childsnack: sandwiches are made in the kitchen, put on trays and served to children who wait at tables.
;
; A sandwich is without gluten when its bread and its content are. Children who are allergic get no other; the rest
; get any. This is the version of the learning track of the IPC 2023, where a tray moves to another place than its own.

(define (domain childsnack)
  (:requirements :strips :typing :negative-preconditions)
  (:types child bread-portion content-portion sandwich tray place)
  (:constants kitchen - place)
  (:predicates
    (at_kitchen_bread ?b - bread-portion)
    (at_kitchen_content ?c - content-portion)
    (at_kitchen_sandwich ?s - sandwich)
    (no_gluten_bread ?b - bread-portion)
    (no_gluten_content ?c - content-portion)
    (no_gluten_sandwich ?s - sandwich)
    (ontray ?s - sandwich ?t - tray)
    (allergic_gluten ?c - child)
    (not_allergic_gluten ?c - child)
    (served ?c - child)
    (waiting ?c - child ?p - place)
    (at ?t - tray ?p - place)
    (notexist ?s - sandwich))    ; it is still to be made

  (:action make_sandwich_no_gluten
    :parameters (?s - sandwich ?b - bread-portion ?c - content-portion)
    :precondition (and (notexist ?s) (at_kitchen_bread ?b) (at_kitchen_content ?c)
      (no_gluten_bread ?b) (no_gluten_content ?c))
    :effect (and (at_kitchen_sandwich ?s) (no_gluten_sandwich ?s)
      (not (notexist ?s)) (not (at_kitchen_bread ?b)) (not (at_kitchen_content ?c))))

  (:action make_sandwich
    :parameters (?s - sandwich ?b - bread-portion ?c - content-portion)
    :precondition (and (notexist ?s) (at_kitchen_bread ?b) (at_kitchen_content ?c))
    :effect (and (at_kitchen_sandwich ?s)
      (not (notexist ?s)) (not (at_kitchen_bread ?b)) (not (at_kitchen_content ?c))))

  (:action put_on_tray
    :parameters (?s - sandwich ?t - tray)
    :precondition (and (at_kitchen_sandwich ?s) (at ?t kitchen))
    :effect (and (ontray ?s ?t) (not (at_kitchen_sandwich ?s))))

  (:action serve_sandwich_no_gluten
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (allergic_gluten ?c) (waiting ?c ?p) (at ?t ?p) (ontray ?s ?t) (no_gluten_sandwich ?s))
    :effect (and (served ?c) (not (ontray ?s ?t))))

  (:action serve_sandwich
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (not_allergic_gluten ?c) (waiting ?c ?p) (at ?t ?p) (ontray ?s ?t))
    :effect (and (served ?c) (not (ontray ?s ?t))))

  (:action move_tray
    :parameters (?t - tray ?p1 ?p2 - place)
    :precondition (and (at ?t ?p1) (not (at ?t ?p2)))
    :effect (and (at ?t ?p2) (not (at ?t ?p1)))))
