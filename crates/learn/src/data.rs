//! Data sets: states with what is known of their cost to the goal.
