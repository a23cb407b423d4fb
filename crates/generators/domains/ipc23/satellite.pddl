; Satellite: satellites take images with the instruments on board.
;
; A satellite powers one instrument at a time. An instrument has to be calibrated, while pointing at its calibration
; target, after it was switched on; then it takes any number of images in the modes that it supports. This is the
; version of the learning track of the IPC 2023, where a satellite turns to another direction than its own.

(define (domain satellite)
  (:requirements :strips :typing :negative-preconditions)
  (:types satellite direction instrument mode)
  (:predicates
    (on_board ?i - instrument ?s - satellite)
    (supports ?i - instrument ?m - mode)
    (calibration_target ?i - instrument ?d - direction)
    (pointing ?s - satellite ?d - direction)
    (power_avail ?s - satellite)    ; none of its instruments is on
    (power_on ?i - instrument)
    (calibrated ?i - instrument)
    (have_image ?d - direction ?m - mode))

  (:action turn_to
    :parameters (?s - satellite ?d_new ?d_prev - direction)
    :precondition (and (pointing ?s ?d_prev) (not (pointing ?s ?d_new)))
    :effect (and (pointing ?s ?d_new) (not (pointing ?s ?d_prev))))

  (:action switch_on
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on_board ?i ?s) (power_avail ?s))
    :effect (and (power_on ?i) (not (calibrated ?i)) (not (power_avail ?s))))

  (:action switch_off
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on_board ?i ?s) (power_on ?i))
    :effect (and (power_avail ?s) (not (power_on ?i))))

  (:action calibrate
    :parameters (?s - satellite ?i - instrument ?d - direction)
    :precondition (and (on_board ?i ?s) (calibration_target ?i ?d) (pointing ?s ?d) (power_on ?i))
    :effect (calibrated ?i))

  (:action take_image
    :parameters (?s - satellite ?d - direction ?i - instrument ?m - mode)
    :precondition (and (on_board ?i ?s) (supports ?i ?m) (pointing ?s ?d) (power_on ?i) (calibrated ?i))
    :effect (have_image ?d ?m)))
