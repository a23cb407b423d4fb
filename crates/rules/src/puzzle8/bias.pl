% Rules about states of the 8-puzzle.

max_vars(6).
max_body(8).

head_pred(f,1).
type(f,(list,)).
direction(f,(in,)).

body_pred(tile,1).
type(tile,(tile,)).
direction(tile,(out,)).

body_pred(tile0,1).
type(tile0,(tile,)).
direction(tile0,(out,)).

body_pred(tile1,1).
type(tile1,(tile,)).
direction(tile1,(out,)).

body_pred(tile2,1).
type(tile2,(tile,)).
direction(tile2,(out,)).

body_pred(tile3,1).
type(tile3,(tile,)).
direction(tile3,(out,)).

body_pred(tile4,1).
type(tile4,(tile,)).
direction(tile4,(out,)).

body_pred(tile5,1).
type(tile5,(tile,)).
direction(tile5,(out,)).

body_pred(tile6,1).
type(tile6,(tile,)).
direction(tile6,(out,)).

body_pred(tile7,1).
type(tile7,(tile,)).
direction(tile7,(out,)).

body_pred(tile8,1).
type(tile8,(tile,)).
direction(tile8,(out,)).

body_pred(indx,1).
type(indx,(indx,)).
direction(indx,(out,)).

body_pred(indx1,1).
type(indx1,(indx,)).
direction(indx1,(out,)).

body_pred(indx2,1).
type(indx2,(indx,)).
direction(indx2,(out,)).

body_pred(indx3,1).
type(indx3,(indx,)).
direction(indx3,(out,)).

body_pred(indx4,1).
type(indx4,(indx,)).
direction(indx4,(out,)).

body_pred(indx5,1).
type(indx5,(indx,)).
direction(indx5,(out,)).

body_pred(indx6,1).
type(indx6,(indx,)).
direction(indx6,(out,)).

body_pred(indx7,1).
type(indx7,(indx,)).
direction(indx7,(out,)).

body_pred(indx8,1).
type(indx8,(indx,)).
direction(indx8,(out,)).

body_pred(indx9,1).
type(indx9,(indx,)).
direction(indx9,(out,)).

body_pred(beforeto,2).
type(beforeto,(indx,indx)).
direction(beforeto,(in,in)).

body_pred(adjacent_horiz,2).
type(adjacent_horiz,(indx,indx)).
direction(adjacent_horiz,(in,in)).

body_pred(above,2).
type(above,(indx,indx)).
direction(above,(in,in)).

body_pred(nextto,2).
type(nextto,(indx,indx)).
direction(nextto,(in,in)).

body_pred(onrow,3).
type(onrow,(list,tile,indx)).
direction(onrow,(in,in,in)).

body_pred(valid_var,1).
type(valid_var,(tile,)).
direction(valid_var,(in,)).

body_pred(after_tile,2).
type(after_tile,(tile,tile)).
direction(after_tile,(in,out)).

body_pred(last_tile,1).
type(last_tile,(tile,)).
direction(last_tile,(in,)).

body_pred(goal,1).
type(goal,(list,)).
direction(goal,(in,)).

body_pred(goal_index,2).
type(goal_index,(tile,indx)).
direction(goal_index,(in,out)).

body_pred(inplace_clause,2).
type(inplace_clause,(list,tile)).
direction(inplace_clause,(in,in)).

body_pred(not_inplace_clause,2).
type(not_inplace_clause,(list,tile)).
direction(not_inplace_clause,(in,in)).

body_pred(is_distinct,2).
type(is_distinct,(indx,indx)).
direction(is_distinct,(in,in)).

body_pred(distinct_indices,2).
type(distinct_indices,(indx,indx)).
direction(distinct_indices,(in,in)).

body_pred(inplace_from,2).
type(inplace_from,(list,tile)).
direction(inplace_from,(in,in)).

body_pred(row1_comp,1).
type(row1_comp,(list,)).
direction(row1_comp,(in,)).

body_pred(row2_comp,1).
type(row2_comp,(list,)).
direction(row2_comp,(in,)).

body_pred(row3_comp,1).
type(row3_comp,(list,)).
direction(row3_comp,(in,)).

body_pred(col1_comp,1).
type(col1_comp,(list,)).
direction(col1_comp,(in,)).

body_pred(col2_comp,1).
type(col2_comp,(list,)).
direction(col2_comp,(in,)).

body_pred(col3_comp,1).
type(col3_comp,(list,)).
direction(col3_comp,(in,)).
