(define (problem two-parcels)
  (:domain delivery)
  (:objects mill lake - place
            van1 - van bee - drone cart - wagon
            letter box - parcel)
  (:init (at van1 depot) (at bee depot) (at cart depot) (at letter depot) (at box mill)
         (empty van1) (empty bee) (empty cart)
         (road depot mill) (road mill depot) (road mill lake)
         (= (distance depot mill) 4) (= (distance mill depot) 5)
         (= (total-cost) 0))
  (:goal (and (at letter lake) (at box depot)))
  (:metric minimize (total-cost)))
