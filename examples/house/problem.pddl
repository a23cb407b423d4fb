; The lamp in the cellar hangs on the wire of the kitchen's. At the end the hall is to be dark again.
(define (problem to-the-cellar)
  (:domain house)
  (:objects hall kitchen cellar - room
            supply ceiling - wire
            hall-lamp kitchen-lamp cellar-lamp - lamp
            fuse hall-switch kitchen-switch cellar-switch - switch)
  (:init (me hall)
         (door hall kitchen) (door kitchen hall) (door kitchen cellar) (door cellar kitchen)
         (in hall-lamp hall) (in kitchen-lamp kitchen) (in cellar-lamp cellar)
         (in fuse hall) (in hall-switch hall) (in kitchen-switch hall) (in cellar-switch kitchen)
         (mains supply)
         (joins fuse supply ceiling)
         (joins hall-switch ceiling hall-lamp)
         (joins kitchen-switch ceiling kitchen-lamp)
         (joins cellar-switch kitchen-lamp cellar-lamp)
         (closed hall-switch))
  (:goal (and (me cellar) (not (lit hall)))))
