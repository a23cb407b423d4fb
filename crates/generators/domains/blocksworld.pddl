; Blocksworld: an arm rebuilds towers of blocks on a table.
;
; The arm holds one block at a time and only reaches blocks with nothing on top. The table has room for all.
; This is the version with four operators: taking a block and putting it somewhere are separate actions.

(define (domain blocksworld)
  (:requirements :strips)
  (:predicates
    (on ?upper ?lower)
    (ontable ?block)
    (clear ?block)      ; nothing is on top of it, and it is not in the arm
    (handempty)
    (holding ?block))

  (:action pick-up
    :parameters (?block)
    :precondition (and (handempty) (ontable ?block) (clear ?block))
    :effect (and (holding ?block)
      (not (handempty)) (not (ontable ?block)) (not (clear ?block))))

  (:action put-down
    :parameters (?block)
    :precondition (holding ?block)
    :effect (and (handempty) (ontable ?block) (clear ?block)
      (not (holding ?block))))

  (:action stack
    :parameters (?block ?lower)
    :precondition (and (holding ?block) (clear ?lower))
    :effect (and (handempty) (on ?block ?lower) (clear ?block)
      (not (holding ?block)) (not (clear ?lower))))

  (:action unstack
    :parameters (?block ?lower)
    :precondition (and (handempty) (on ?block ?lower) (clear ?block))
    :effect (and (holding ?block) (clear ?lower)
      (not (handempty)) (not (on ?block ?lower)) (not (clear ?block)))))
