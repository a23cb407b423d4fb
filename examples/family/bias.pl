% What rules may look like.
max_vars(3).
max_body(3).

head_pred(grandmother,2).
body_pred(parent,2).
body_pred(woman,1).

type(grandmother,(person,person)).
type(parent,(person,person)).
type(woman,(person,)).
