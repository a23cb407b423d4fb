; Rovers: rovers on another planet take samples and images, and send what they found to the lander.
;
; A rover drives between waypoints on the ways that it can traverse. It analyzes a sample, of which there is one at a
; waypoint, with the equipment for it and while its store is empty. A camera has to be calibrated, in sight of its
; target, for every image. Results are sent from waypoints in sight of the lander's. This is the version of the
; learning track of the IPC 2023, where rovers and the lander's channel are never busy.

(define (domain rover)
  (:requirements :strips :typing)
  (:types rover waypoint store camera mode lander objective)
  (:predicates
    (at ?x - rover ?y - waypoint)
    (at_lander ?x - lander ?y - waypoint)
    (can_traverse ?r - rover ?x ?y - waypoint)
    (visible ?w ?p - waypoint)
    (visible_from ?o - objective ?w - waypoint)
    (equipped_for_soil_analysis ?r - rover)
    (equipped_for_rock_analysis ?r - rover)
    (equipped_for_imaging ?r - rover)
    (store_of ?s - store ?r - rover)
    (empty ?s - store)
    (full ?s - store)
    (at_soil_sample ?w - waypoint)
    (at_rock_sample ?w - waypoint)
    (have_soil_analysis ?r - rover ?w - waypoint)
    (have_rock_analysis ?r - rover ?w - waypoint)
    (on_board ?i - camera ?r - rover)
    (supports ?c - camera ?m - mode)
    (calibration_target ?i - camera ?o - objective)
    (calibrated ?c - camera ?r - rover)
    (have_image ?r - rover ?o - objective ?m - mode)
    (communicated_soil_data ?w - waypoint)
    (communicated_rock_data ?w - waypoint)
    (communicated_image_data ?o - objective ?m - mode))

  (:action navigate
    :parameters (?x - rover ?y ?z - waypoint)
    :precondition (and (can_traverse ?x ?y ?z) (visible ?y ?z) (at ?x ?y))
    :effect (and (at ?x ?z) (not (at ?x ?y))))

  (:action sample_soil
    :parameters (?x - rover ?s - store ?p - waypoint)
    :precondition (and (equipped_for_soil_analysis ?x) (store_of ?s ?x) (at ?x ?p) (at_soil_sample ?p) (empty ?s))
    :effect (and (have_soil_analysis ?x ?p) (full ?s) (not (empty ?s)) (not (at_soil_sample ?p))))

  (:action sample_rock
    :parameters (?x - rover ?s - store ?p - waypoint)
    :precondition (and (equipped_for_rock_analysis ?x) (store_of ?s ?x) (at ?x ?p) (at_rock_sample ?p) (empty ?s))
    :effect (and (have_rock_analysis ?x ?p) (full ?s) (not (empty ?s)) (not (at_rock_sample ?p))))

  (:action drop
    :parameters (?x - rover ?y - store)
    :precondition (and (store_of ?y ?x) (full ?y))
    :effect (and (empty ?y) (not (full ?y))))

  (:action calibrate
    :parameters (?r - rover ?i - camera ?t - objective ?w - waypoint)
    :precondition (and (equipped_for_imaging ?r) (on_board ?i ?r) (calibration_target ?i ?t)
      (visible_from ?t ?w) (at ?r ?w))
    :effect (calibrated ?i ?r))

  (:action take_image
    :parameters (?r - rover ?p - waypoint ?o - objective ?i - camera ?m - mode)
    :precondition (and (equipped_for_imaging ?r) (on_board ?i ?r) (supports ?i ?m)
      (visible_from ?o ?p) (at ?r ?p) (calibrated ?i ?r))
    :effect (and (have_image ?r ?o ?m) (not (calibrated ?i ?r))))

  (:action communicate_soil_data
    :parameters (?r - rover ?l - lander ?p ?x ?y - waypoint)
    :precondition (and (at ?r ?x) (at_lander ?l ?y) (visible ?x ?y) (have_soil_analysis ?r ?p))
    :effect (communicated_soil_data ?p))

  (:action communicate_rock_data
    :parameters (?r - rover ?l - lander ?p ?x ?y - waypoint)
    :precondition (and (at ?r ?x) (at_lander ?l ?y) (visible ?x ?y) (have_rock_analysis ?r ?p))
    :effect (communicated_rock_data ?p))

  (:action communicate_image_data
    :parameters (?r - rover ?l - lander ?o - objective ?m - mode ?x ?y - waypoint)
    :precondition (and (at ?r ?x) (at_lander ?l ?y) (visible ?x ?y) (have_image ?r ?o ?m))
    :effect (communicated_image_data ?o ?m)))
