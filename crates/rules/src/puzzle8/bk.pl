% What can be said about states of the 8-puzzle: lists of what lies on the nine squares, row by row, `b` being the blank.
% The goal has the blank first and then the tiles in order.

tile(b).
tile(t1).
tile(t2).
tile(t3).
tile(t4).
tile(t5).
tile(t6).
tile(t7).
tile(t8).

tile0(b).
tile1(t1).
tile2(t2).
tile3(t3).
tile4(t4).
tile5(t5).
tile6(t6).
tile7(t7).
tile8(t8).

% Squares.

indx(idx1).
indx(idx2).
indx(idx3).
indx(idx4).
indx(idx5).
indx(idx6).
indx(idx7).
indx(idx8).
indx(idx9).

indx1(idx1).
indx2(idx2).
indx3(idx3).
indx4(idx4).
indx5(idx5).
indx6(idx6).
indx7(idx7).
indx8(idx8).
indx9(idx9).

% The next square in reading order.

beforeto(idx1,idx2).
beforeto(idx2,idx3).
beforeto(idx3,idx4).
beforeto(idx4,idx5).
beforeto(idx5,idx6).
beforeto(idx6,idx7).
beforeto(idx7,idx8).
beforeto(idx8,idx9).

% The square to the right.

adjacent_horiz(idx1,idx2).
adjacent_horiz(idx2,idx3).
adjacent_horiz(idx4,idx5).
adjacent_horiz(idx5,idx6).
adjacent_horiz(idx7,idx8).
adjacent_horiz(idx8,idx9).

% The square below.

above(idx1,idx4).
above(idx2,idx5).
above(idx3,idx6).
above(idx4,idx7).
above(idx5,idx8).
above(idx6,idx9).

% Neighbours.

nextto_horiz(I,J) :- adjacent_horiz(I,J).
nextto_horiz(I,J) :- adjacent_horiz(J,I).

nextto_vert(I,J) :- above(I,J).
nextto_vert(I,J) :- above(J,I).

nextto(I,J) :- nextto_horiz(I,J).
nextto(I,J) :- nextto_vert(I,J).

% What lies where.

onrow([T,_,_,_,_,_,_,_,_],T,idx1).
onrow([_,T,_,_,_,_,_,_,_],T,idx2).
onrow([_,_,T,_,_,_,_,_,_],T,idx3).
onrow([_,_,_,T,_,_,_,_,_],T,idx4).
onrow([_,_,_,_,T,_,_,_,_],T,idx5).
onrow([_,_,_,_,_,T,_,_,_],T,idx6).
onrow([_,_,_,_,_,_,T,_,_],T,idx7).
onrow([_,_,_,_,_,_,_,T,_],T,idx8).
onrow([_,_,_,_,_,_,_,_,T],T,idx9).

valid_var(T) :- tile(T).

% The next tile.

after_tile(t1,t2).
after_tile(t2,t3).
after_tile(t3,t4).
after_tile(t4,t5).
after_tile(t5,t6).
after_tile(t6,t7).
after_tile(t7,t8).

last_tile(t8).

goal([b,t1,t2,t3,t4,t5,t6,t7,t8]).

goal_index(T,I) :- goal(S), onrow(S,T,I).

inplace_clause(S,T) :- goal_index(T,I), onrow(S,T,I).

not_inplace_clause(S,T) :- goal_index(T,I), onrow(S,T,J), distinct_indices(J,I).

% Earlier in reading order.

is_distinct(idx1,idx2).
is_distinct(idx1,idx3).
is_distinct(idx1,idx4).
is_distinct(idx1,idx5).
is_distinct(idx1,idx6).
is_distinct(idx1,idx7).
is_distinct(idx1,idx8).
is_distinct(idx1,idx9).
is_distinct(idx2,idx3).
is_distinct(idx2,idx4).
is_distinct(idx2,idx5).
is_distinct(idx2,idx6).
is_distinct(idx2,idx7).
is_distinct(idx2,idx8).
is_distinct(idx2,idx9).
is_distinct(idx3,idx4).
is_distinct(idx3,idx5).
is_distinct(idx3,idx6).
is_distinct(idx3,idx7).
is_distinct(idx3,idx8).
is_distinct(idx3,idx9).
is_distinct(idx4,idx5).
is_distinct(idx4,idx6).
is_distinct(idx4,idx7).
is_distinct(idx4,idx8).
is_distinct(idx4,idx9).
is_distinct(idx5,idx6).
is_distinct(idx5,idx7).
is_distinct(idx5,idx8).
is_distinct(idx5,idx9).
is_distinct(idx6,idx7).
is_distinct(idx6,idx8).
is_distinct(idx6,idx9).
is_distinct(idx7,idx8).
is_distinct(idx7,idx9).
is_distinct(idx8,idx9).

distinct_indices(I,J) :- is_distinct(I,J).
distinct_indices(I,J) :- is_distinct(J,I).

% This tile and all after it.

inplace_from(S,T) :- last_tile(T), inplace_clause(S,T).
inplace_from(S,T) :- \+ last_tile(T), after_tile(T,Next), inplace_clause(S,T), inplace_from(S,Next).

% Whole rows and columns of the goal.

row1_comp(S) :- inplace_clause(S,b), inplace_clause(S,t1), inplace_clause(S,t2).
row2_comp(S) :- inplace_clause(S,t3), inplace_clause(S,t4), inplace_clause(S,t5).
row3_comp(S) :- inplace_clause(S,t6), inplace_clause(S,t7), inplace_clause(S,t8).

col1_comp(S) :- inplace_clause(S,b), inplace_clause(S,t3), inplace_clause(S,t6).
col2_comp(S) :- inplace_clause(S,t1), inplace_clause(S,t4), inplace_clause(S,t7).
col3_comp(S) :- inplace_clause(S,t2), inplace_clause(S,t5), inplace_clause(S,t8).
