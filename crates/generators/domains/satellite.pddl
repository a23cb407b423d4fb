; Satellite: satellites take images with the instruments on board.
;
; A satellite can turn to any direction, and powers one instrument at a time. An instrument has to be
; calibrated, while pointing at one of its calibration targets, after it was switched on; then it takes any
; number of images in the modes that it supports.

(define (domain satellite)
  (:requirements :strips :typing)
  (:types satellite direction instrument mode)
  (:predicates
    (on_board ?instrument - instrument ?satellite - satellite)
    (supports ?instrument - instrument ?mode - mode)
    (calibration_target ?instrument - instrument ?direction - direction)
    (pointing ?satellite - satellite ?direction - direction)
    (power_avail ?satellite - satellite)    ; none of its instruments is on
    (power_on ?instrument - instrument)
    (calibrated ?instrument - instrument)
    (have_image ?direction - direction ?mode - mode))

  (:action turn_to
    :parameters (?satellite - satellite ?new ?old - direction)
    :precondition (pointing ?satellite ?old)
    :effect (and (pointing ?satellite ?new) (not (pointing ?satellite ?old))))

  (:action switch_on
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and (on_board ?instrument ?satellite) (power_avail ?satellite))
    :effect (and (power_on ?instrument) (not (calibrated ?instrument)) (not (power_avail ?satellite))))

  (:action switch_off
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and (on_board ?instrument ?satellite) (power_on ?instrument))
    :effect (and (power_avail ?satellite) (not (power_on ?instrument))))

  (:action calibrate
    :parameters (?satellite - satellite ?instrument - instrument ?direction - direction)
    :precondition (and (on_board ?instrument ?satellite) (calibration_target ?instrument ?direction)
      (pointing ?satellite ?direction) (power_on ?instrument))
    :effect (calibrated ?instrument))

  (:action take_image
    :parameters (?satellite - satellite ?direction - direction ?instrument - instrument ?mode - mode)
    :precondition (and (on_board ?instrument ?satellite) (supports ?instrument ?mode)
      (pointing ?satellite ?direction) (power_on ?instrument) (calibrated ?instrument))
    :effect (have_image ?direction ?mode)))
