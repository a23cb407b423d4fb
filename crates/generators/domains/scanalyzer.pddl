; Scanalyzer: cars with plants go round on conveyor belts, through imaging chambers.
;
; Every segment of the belts always holds one car. A cycle of two or of four segments turns as a whole, and
; each car in it moves on to the segment before its own. Where a cycle passes through an imaging chamber, the
; car on its first segment is analyzed while it turns, which takes three times as long.

(define (domain scanalyzer)
  (:requirements :strips :typing :action-costs)
  (:types segment car)
  (:predicates
    (on ?car - car ?segment - segment)
    (analyzed ?car - car)
    (cycle-2 ?s1 ?s2 - segment)
    (cycle-4 ?s1 ?s2 ?s3 ?s4 - segment)
    (cycle-2-with-analysis ?s1 ?s2 - segment)
    (cycle-4-with-analysis ?s1 ?s2 ?s3 ?s4 - segment))
  (:functions (total-cost) - number)

  (:action rotate-2
    :parameters (?s1 ?s2 - segment ?c1 ?c2 - car)
    :precondition (and (cycle-2 ?s1 ?s2) (on ?c1 ?s1) (on ?c2 ?s2))
    :effect (and
      (not (on ?c1 ?s1)) (not (on ?c2 ?s2))
      (on ?c1 ?s2) (on ?c2 ?s1)
      (increase (total-cost) 1)))

  (:action rotate-4
    :parameters (?s1 ?s2 ?s3 ?s4 - segment ?c1 ?c2 ?c3 ?c4 - car)
    :precondition (and (cycle-4 ?s1 ?s2 ?s3 ?s4) (on ?c1 ?s1) (on ?c2 ?s2) (on ?c3 ?s3) (on ?c4 ?s4))
    :effect (and
      (not (on ?c1 ?s1)) (not (on ?c2 ?s2)) (not (on ?c3 ?s3)) (not (on ?c4 ?s4))
      (on ?c1 ?s4) (on ?c2 ?s1) (on ?c3 ?s2) (on ?c4 ?s3)
      (increase (total-cost) 1)))

  (:action analyze-2
    :parameters (?s1 ?s2 - segment ?c1 ?c2 - car)
    :precondition (and (cycle-2-with-analysis ?s1 ?s2) (on ?c1 ?s1) (on ?c2 ?s2))
    :effect (and
      (analyzed ?c1)
      (not (on ?c1 ?s1)) (not (on ?c2 ?s2))
      (on ?c1 ?s2) (on ?c2 ?s1)
      (increase (total-cost) 3)))

  (:action analyze-4
    :parameters (?s1 ?s2 ?s3 ?s4 - segment ?c1 ?c2 ?c3 ?c4 - car)
    :precondition (and (cycle-4-with-analysis ?s1 ?s2 ?s3 ?s4)
      (on ?c1 ?s1) (on ?c2 ?s2) (on ?c3 ?s3) (on ?c4 ?s4))
    :effect (and
      (analyzed ?c1)
      (not (on ?c1 ?s1)) (not (on ?c2 ?s2)) (not (on ?c3 ?s3)) (not (on ?c4 ?s4))
      (on ?c1 ?s4) (on ?c2 ?s1) (on ?c3 ?s2) (on ?c4 ?s3)
      (increase (total-cost) 3))))
