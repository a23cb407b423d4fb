% What Prolog brings along and needs no machinery of its own.

member(X, [X|_]).
member(X, [_|Rest]) :- member(X, Rest).

memberchk(X, List) :- member(X, List), !.

append([], List, List).
append([X|Front], Back, [X|List]) :- append(Front, Back, List).

append(Lists, List) :- '$concatenate'(Lists, List).
'$concatenate'([], []).
'$concatenate'([List|Lists], All) :- append(List, Rest, All), '$concatenate'(Lists, Rest).

select(X, [X|Rest], Rest).
select(X, [Y|Rest], [Y|Others]) :- select(X, Rest, Others).

selectchk(X, List, Rest) :- select(X, List, Rest), !.

subtract([], _, []).
subtract([X|Rest], Without, Left) :- memberchk(X, Without), !, subtract(Rest, Without, Left).
subtract([X|Rest], Without, [X|Left]) :- subtract(Rest, Without, Left).

intersection([], _, []).
intersection([X|Rest], With, [X|Both]) :- memberchk(X, With), !, intersection(Rest, With, Both).
intersection([_|Rest], With, Both) :- intersection(Rest, With, Both).

union([], List, List).
union([X|Rest], With, All) :- memberchk(X, With), !, union(Rest, With, All).
union([X|Rest], With, [X|All]) :- union(Rest, With, All).

delete([], _, []).
delete([X|Rest], Y, Left) :- X == Y, !, delete(Rest, Y, Left).
delete([X|Rest], Y, [X|Left]) :- delete(Rest, Y, Left).

permutation([], []).
permutation(List, [X|Rest]) :- select(X, List, Others), permutation(Others, Rest).

reverse(List, Reversed) :- '$reverse'(List, [], Reversed).
'$reverse'([], Done, Done).
'$reverse'([X|Rest], Done, Reversed) :- '$reverse'(Rest, [X|Done], Reversed).

last([X], X).
last([_|Rest], X) :- last(Rest, X).

nth0(Index, List, X) :- integer(Index), !, Index >= 0, '$nth'(Index, List, X).
nth0(Index, List, X) :- '$nth_of'(List, X, 0, Index).
nth1(Index, List, X) :- integer(Index), !, Index >= 1, Before is Index - 1, '$nth'(Before, List, X).
nth1(Index, List, X) :- '$nth_of'(List, X, 1, Index).
'$nth'(0, List, X) :- !, List = [X|_].
'$nth'(Index, [_|Rest], X) :- Before is Index - 1, '$nth'(Before, Rest, X).
'$nth_of'([X|_], X, Index, Index).
'$nth_of'([_|Rest], X, Here, Index) :- Next is Here + 1, '$nth_of'(Rest, X, Next, Index).

between(Low, High, X) :- integer(X), !, X >= Low, '$at_most'(X, High).
between(Low, High, X) :- '$at_most'(Low, High), '$between'(Low, High, X).
'$between'(Low, _, Low).
'$between'(Low, High, X) :- Next is Low + 1, '$at_most'(Next, High), '$between'(Next, High, X).
'$at_most'(_, inf) :- !.
'$at_most'(_, infinite) :- !.
'$at_most'(X, High) :- X =< High.

numlist(Low, High, []) :- Low > High, !.
numlist(Low, High, [Low|Rest]) :- Next is Low + 1, numlist(Next, High, Rest).

succ(X, Y) :- integer(X), !, X >= 0, Y is X + 1.
succ(X, Y) :- Y > 0, X is Y - 1.

plus(X, Y, Z) :- number(X), number(Y), !, Z is X + Y.
plus(X, Y, Z) :- number(X), !, Y is Z - X.
plus(X, Y, Z) :- X is Z - Y.

sum_list(List, Sum) :- '$sum'(List, 0, Sum).
sumlist(List, Sum) :- '$sum'(List, 0, Sum).
'$sum'([], Sum, Sum).
'$sum'([X|Rest], Before, Sum) :- Next is Before + X, '$sum'(Rest, Next, Sum).

max_list([X|Rest], Max) :- '$max'(Rest, X, Max).
'$max'([], Max, Max).
'$max'([X|Rest], Before, Max) :- Next is max(Before, X), '$max'(Rest, Next, Max).

min_list([X|Rest], Min) :- '$min'(Rest, X, Min).
'$min'([], Min, Min).
'$min'([X|Rest], Before, Min) :- Next is min(Before, X), '$min'(Rest, Next, Min).

list_to_set(List, Set) :- '$set'(List, [], Set).
'$set'([], _, []).
'$set'([X|Rest], Seen, Set) :- memberchk(X, Seen), !, '$set'(Rest, Seen, Set).
'$set'([X|Rest], Seen, [X|Set]) :- '$set'(Rest, [X|Seen], Set).

exclude(_, [], []).
exclude(Goal, [X|Rest], Left) :- call(Goal, X), !, exclude(Goal, Rest, Left).
exclude(Goal, [X|Rest], [X|Left]) :- exclude(Goal, Rest, Left).

include(_, [], []).
include(Goal, [X|Rest], [X|Kept]) :- call(Goal, X), !, include(Goal, Rest, Kept).
include(Goal, [_|Rest], Kept) :- include(Goal, Rest, Kept).

maplist(_, []).
maplist(Goal, [X|Xs]) :- call(Goal, X), maplist(Goal, Xs).
maplist(_, [], []).
maplist(Goal, [X|Xs], [Y|Ys]) :- call(Goal, X, Y), maplist(Goal, Xs, Ys).

forall(Condition, Action) :- \+ (Condition, \+ Action).

once(Goal) :- call(Goal), !.
ignore(Goal) :- call(Goal), !.
ignore(_).

aggregate_all(count, Goal, Count) :- !, findall(x, Goal, All), length(All, Count).
aggregate_all(sum(X), Goal, Sum) :- !, findall(X, Goal, All), sum_list(All, Sum).
aggregate_all(max(X), Goal, Max) :- !, findall(X, Goal, All), max_list(All, Max).
aggregate_all(min(X), Goal, Min) :- !, findall(X, Goal, All), min_list(All, Min).
aggregate_all(bag(X), Goal, All) :- !, findall(X, Goal, All).
aggregate_all(set(X), Goal, Set) :- findall(X, Goal, All), sort(All, Set).
