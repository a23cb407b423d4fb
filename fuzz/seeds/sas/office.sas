begin_version
3
end_version
begin_metric
0
end_metric
16
begin_variable
var0
-1
2
Atom quiet()
NegatedAtom quiet()
end_variable
begin_variable
var1
-1
3
Atom in(ann, hall)
Atom in(ann, lab)
Atom in(ann, yard)
end_variable
begin_variable
var2
-1
3
Atom in(bob, hall)
Atom in(bob, lab)
Atom in(bob, yard)
end_variable
begin_variable
var3
-1
3
Atom in(eve, hall)
Atom in(eve, lab)
Atom in(eve, yard)
end_variable
begin_variable
var4
-1
2
Atom lit(ceiling)
NegatedAtom lit(ceiling)
end_variable
begin_variable
var5
-1
2
Atom lit(desk)
NegatedAtom lit(desk)
end_variable
begin_variable
var6
-1
2
Atom locked(hall)
NegatedAtom locked(hall)
end_variable
begin_variable
var7
-1
2
Atom locked(lab)
NegatedAtom locked(lab)
end_variable
begin_variable
var8
-1
2
Atom locked(yard)
NegatedAtom locked(yard)
end_variable
begin_variable
var9
0
2
Atom new-axiom@0(hall)
NegatedAtom new-axiom@0(hall)
end_variable
begin_variable
var10
0
2
Atom new-axiom@0(lab)
NegatedAtom new-axiom@0(lab)
end_variable
begin_variable
var11
0
2
Atom new-axiom@0(yard)
NegatedAtom new-axiom@0(yard)
end_variable
begin_variable
var12
0
2
Atom new-axiom@1(hall)
NegatedAtom new-axiom@1(hall)
end_variable
begin_variable
var13
0
2
Atom new-axiom@1(lab)
NegatedAtom new-axiom@1(lab)
end_variable
begin_variable
var14
0
2
Atom new-axiom@2()
NegatedAtom new-axiom@2()
end_variable
begin_variable
var15
0
2
Atom new-axiom@3()
NegatedAtom new-axiom@3()
end_variable
0
begin_state
1
1
1
0
0
1
1
1
1
1
1
1
1
1
1
1
end_state
begin_goal
3
2 2
14 1
15 1
end_goal
24
begin_operator
walk eve hall lab
2
6 1
7 1
1
0 3 0 1
1
end_operator
begin_operator
walk ann hall lab
2
6 1
7 1
1
0 1 0 1
1
end_operator
begin_operator
walk bob hall lab
2
6 1
7 1
1
0 2 0 1
1
end_operator
begin_operator
walk eve yard hall
2
6 1
8 1
1
0 3 2 0
1
end_operator
begin_operator
walk ann yard hall
2
6 1
8 1
1
0 1 2 0
1
end_operator
begin_operator
walk bob yard hall
2
6 1
8 1
1
0 2 2 0
1
end_operator
begin_operator
walk ann lab hall
2
6 1
7 1
1
0 1 1 0
1
end_operator
begin_operator
walk bob lab hall
2
6 1
7 1
1
0 2 1 0
1
end_operator
begin_operator
walk eve hall yard
2
6 1
8 1
1
0 3 0 2
1
end_operator
begin_operator
walk ann hall yard
2
6 1
8 1
1
0 1 0 2
1
end_operator
begin_operator
walk bob hall yard
2
6 1
8 1
1
0 2 0 2
1
end_operator
begin_operator
walk eve lab hall
2
6 1
7 1
1
0 3 1 0
1
end_operator
begin_operator
switch ann ceiling
1
1 1
2
1 4 1 4 -1 0
1 4 0 4 -1 1
1
end_operator
begin_operator
switch bob ceiling
1
2 1
2
1 4 1 4 -1 0
1 4 0 4 -1 1
1
end_operator
begin_operator
switch eve desk
1
3 0
2
1 5 1 5 -1 0
1 5 0 5 -1 1
1
end_operator
begin_operator
switch ann desk
1
1 0
2
1 5 1 5 -1 0
1 5 0 5 -1 1
1
end_operator
begin_operator
switch bob desk
1
2 0
2
1 5 1 5 -1 0
1 5 0 5 -1 1
1
end_operator
begin_operator
switch eve ceiling
1
3 1
2
1 4 1 4 -1 0
1 4 0 4 -1 1
1
end_operator
begin_operator
lock eve yard
2
3 0
11 1
1
0 8 -1 0
1
end_operator
begin_operator
lock eve hall
3
3 1
9 1
12 1
1
0 6 -1 0
1
end_operator
begin_operator
lock eve lab
3
3 0
10 1
13 1
1
0 7 -1 0
1
end_operator
begin_operator
lock eve hall
3
3 2
9 1
12 1
1
0 6 -1 0
1
end_operator
begin_operator
lock ann lab
3
1 0
10 1
13 1
1
0 7 -1 0
1
end_operator
begin_operator
ring-bell eve
0
7
0 0 1 0
2 1 0 6 1 1 -1 2
2 1 1 7 1 1 -1 2
2 1 2 8 1 1 -1 2
2 2 0 6 1 2 -1 2
2 2 1 7 1 2 -1 2
2 2 2 8 1 2 -1 2
1
end_operator
15
begin_rule
1
1 0
9 1 0
end_rule
begin_rule
1
2 0
9 1 0
end_rule
begin_rule
1
3 0
9 1 0
end_rule
begin_rule
1
1 1
10 1 0
end_rule
begin_rule
1
2 1
10 1 0
end_rule
begin_rule
1
3 1
10 1 0
end_rule
begin_rule
1
1 2
11 1 0
end_rule
begin_rule
1
2 2
11 1 0
end_rule
begin_rule
1
3 2
11 1 0
end_rule
begin_rule
1
5 0
12 1 0
end_rule
begin_rule
1
4 0
13 1 0
end_rule
begin_rule
1
6 1
14 1 0
end_rule
begin_rule
1
7 1
14 1 0
end_rule
begin_rule
1
4 0
15 1 0
end_rule
begin_rule
1
5 0
15 1 0
end_rule
