; Rovers: rovers on another planet take samples and images, and send what they found to the lander.
;
; A rover drives between waypoints on the ways that it can traverse. It analyzes a sample, of which there is
; one at a waypoint, with the equipment for it and while its store is empty. A camera has to be calibrated, in
; sight of its target, for every image. Results are sent from waypoints in sight of the lander's.

(define (domain rovers)
  (:requirements :strips :typing)
  (:types rover waypoint store camera mode lander objective)
  (:predicates
    (at ?rover - rover ?waypoint - waypoint)
    (at_lander ?lander - lander ?waypoint - waypoint)
    (can_traverse ?rover - rover ?from ?to - waypoint)
    (visible ?from ?waypoint - waypoint)
    (visible_from ?objective - objective ?waypoint - waypoint)
    (available ?rover - rover)
    (channel_free ?lander - lander)
    (equipped_for_soil_analysis ?rover - rover)
    (equipped_for_rock_analysis ?rover - rover)
    (equipped_for_imaging ?rover - rover)
    (store_of ?store - store ?rover - rover)
    (empty ?store - store)
    (full ?store - store)
    (at_soil_sample ?waypoint - waypoint)
    (at_rock_sample ?waypoint - waypoint)
    (have_soil_analysis ?rover - rover ?waypoint - waypoint)
    (have_rock_analysis ?rover - rover ?waypoint - waypoint)
    (on_board ?camera - camera ?rover - rover)
    (supports ?camera - camera ?mode - mode)
    (calibration_target ?camera - camera ?objective - objective)
    (calibrated ?camera - camera ?rover - rover)
    (have_image ?rover - rover ?objective - objective ?mode - mode)
    (communicated_soil_data ?waypoint - waypoint)
    (communicated_rock_data ?waypoint - waypoint)
    (communicated_image_data ?objective - objective ?mode - mode))

  (:action navigate
    :parameters (?rover - rover ?from ?to - waypoint)
    :precondition (and (can_traverse ?rover ?from ?to) (visible ?from ?to) (available ?rover) (at ?rover ?from))
    :effect (and (at ?rover ?to) (not (at ?rover ?from))))

  (:action sample_soil
    :parameters (?rover - rover ?store - store ?here - waypoint)
    :precondition (and (equipped_for_soil_analysis ?rover) (store_of ?store ?rover)
      (at ?rover ?here) (at_soil_sample ?here) (empty ?store))
    :effect (and (have_soil_analysis ?rover ?here) (full ?store)
      (not (empty ?store)) (not (at_soil_sample ?here))))

  (:action sample_rock
    :parameters (?rover - rover ?store - store ?here - waypoint)
    :precondition (and (equipped_for_rock_analysis ?rover) (store_of ?store ?rover)
      (at ?rover ?here) (at_rock_sample ?here) (empty ?store))
    :effect (and (have_rock_analysis ?rover ?here) (full ?store)
      (not (empty ?store)) (not (at_rock_sample ?here))))

  (:action drop
    :parameters (?rover - rover ?store - store)
    :precondition (and (store_of ?store ?rover) (full ?store))
    :effect (and (empty ?store) (not (full ?store))))

  (:action calibrate
    :parameters (?rover - rover ?camera - camera ?target - objective ?here - waypoint)
    :precondition (and (equipped_for_imaging ?rover) (on_board ?camera ?rover)
      (calibration_target ?camera ?target) (visible_from ?target ?here) (at ?rover ?here))
    :effect (calibrated ?camera ?rover))

  (:action take_image
    :parameters (?rover - rover ?here - waypoint ?objective - objective ?camera - camera ?mode - mode)
    :precondition (and (equipped_for_imaging ?rover) (on_board ?camera ?rover) (supports ?camera ?mode)
      (visible_from ?objective ?here) (at ?rover ?here) (calibrated ?camera ?rover))
    :effect (and (have_image ?rover ?objective ?mode) (not (calibrated ?camera ?rover))))

  ; A lander with a free channel hears at once: rover and channel are available again when the action ends.

  (:action communicate_soil_data
    :parameters (?rover - rover ?lander - lander ?sample ?here ?there - waypoint)
    :precondition (and (at ?rover ?here) (at_lander ?lander ?there) (visible ?here ?there)
      (have_soil_analysis ?rover ?sample) (available ?rover) (channel_free ?lander))
    :effect (communicated_soil_data ?sample))

  (:action communicate_rock_data
    :parameters (?rover - rover ?lander - lander ?sample ?here ?there - waypoint)
    :precondition (and (at ?rover ?here) (at_lander ?lander ?there) (visible ?here ?there)
      (have_rock_analysis ?rover ?sample) (available ?rover) (channel_free ?lander))
    :effect (communicated_rock_data ?sample))

  (:action communicate_image_data
    :parameters (?rover - rover ?lander - lander ?objective - objective ?mode - mode ?here ?there - waypoint)
    :precondition (and (at ?rover ?here) (at_lander ?lander ?there) (visible ?here ?there)
      (have_image ?rover ?objective ?mode) (available ?rover) (channel_free ?lander))
    :effect (communicated_image_data ?objective ?mode)))
