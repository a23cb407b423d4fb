; Blocksworld: an arm rebuilds towers of blocks on a table.
;
; This is the version of the learning track of the IPC 2023: four operators, as usual, with predicates and actions that
; are spelled otherwise.

(define (domain blocksworld)
  (:requirements :strips)
  (:predicates
    (clear ?x)       ; nothing is on top of it, and it is not in the arm
    (on-table ?x)
    (arm-empty)
    (holding ?x)
    (on ?x ?y))

  (:action pickup
    :parameters (?ob)
    :precondition (and (arm-empty) (on-table ?ob) (clear ?ob))
    :effect (and (holding ?ob) (not (arm-empty)) (not (on-table ?ob)) (not (clear ?ob))))

  (:action putdown
    :parameters (?ob)
    :precondition (holding ?ob)
    :effect (and (arm-empty) (on-table ?ob) (clear ?ob) (not (holding ?ob))))

  (:action stack
    :parameters (?ob ?underob)
    :precondition (and (holding ?ob) (clear ?underob))
    :effect (and (arm-empty) (on ?ob ?underob) (clear ?ob) (not (holding ?ob)) (not (clear ?underob))))

  (:action unstack
    :parameters (?ob ?underob)
    :precondition (and (arm-empty) (on ?ob ?underob) (clear ?ob))
    :effect (and (holding ?ob) (clear ?underob) (not (arm-empty)) (not (on ?ob ?underob)) (not (clear ?ob)))))
