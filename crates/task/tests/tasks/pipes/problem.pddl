(define (problem house)
  (:domain pipes)
  (:objects main cellar kitchen bath - node
            inlet riser branch - pipe
            sink tub - tap)
  (:init (source main)
         (joins inlet main cellar) (joins riser cellar kitchen) (joins branch kitchen bath)
         (cracked riser) (closed branch)
         (tap-at sink kitchen) (tap-at tub bath))
  (:goal (and (all-run) (not (cracked riser)))))
