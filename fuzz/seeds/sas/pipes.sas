begin_version
3
end_version
begin_metric
0
end_metric
14
begin_variable
var0
-1
2
Atom closed(branch)
NegatedAtom closed(branch)
end_variable
begin_variable
var1
-1
2
Atom closed(inlet)
NegatedAtom closed(inlet)
end_variable
begin_variable
var2
0
2
Atom wet(main)
NegatedAtom wet(main)
end_variable
begin_variable
var3
-1
2
Atom closed(riser)
NegatedAtom closed(riser)
end_variable
begin_variable
var4
-1
2
Atom cracked(riser)
NegatedAtom cracked(riser)
end_variable
begin_variable
var5
1
2
Atom dry(riser)
NegatedAtom dry(riser)
end_variable
begin_variable
var6
0
2
Atom new-axiom@0(riser)
NegatedAtom new-axiom@0(riser)
end_variable
begin_variable
var7
0
2
Atom wet(bath)
NegatedAtom wet(bath)
end_variable
begin_variable
var8
0
2
Atom wet(cellar)
NegatedAtom wet(cellar)
end_variable
begin_variable
var9
0
2
Atom wet(kitchen)
NegatedAtom wet(kitchen)
end_variable
begin_variable
var10
0
2
Atom runs(sink)
NegatedAtom runs(sink)
end_variable
begin_variable
var11
0
2
Atom runs(tub)
NegatedAtom runs(tub)
end_variable
begin_variable
var12
1
2
Atom new-axiom@1()
NegatedAtom new-axiom@1()
end_variable
begin_variable
var13
2
2
Atom all-run()
NegatedAtom all-run()
end_variable
0
begin_state
0
1
1
1
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
end_state
begin_goal
2
4 1
13 0
end_goal
7
begin_operator
open branch
0
1
0 0 0 1
1
end_operator
begin_operator
open inlet
0
1
0 1 0 1
1
end_operator
begin_operator
open riser
1
4 1
1
0 3 0 1
1
end_operator
begin_operator
close inlet
0
1
0 1 1 0
1
end_operator
begin_operator
close riser
0
1
0 3 1 0
1
end_operator
begin_operator
close branch
0
1
0 0 1 0
1
end_operator
begin_operator
mend riser
1
5 0
1
0 4 0 1
1
end_operator
14
begin_rule
1
8 0
6 1 0
end_rule
begin_rule
1
9 0
6 1 0
end_rule
begin_rule
1
9 0
10 1 0
end_rule
begin_rule
1
7 0
11 1 0
end_rule
begin_rule
2
0 1
9 0
7 1 0
end_rule
begin_rule
2
1 1
2 0
8 1 0
end_rule
begin_rule
3
3 1
4 1
9 0
8 1 0
end_rule
begin_rule
2
0 1
7 0
9 1 0
end_rule
begin_rule
3
3 1
4 1
8 0
9 1 0
end_rule
begin_rule
0
2 1 0
end_rule
begin_rule
1
6 1
5 1 0
end_rule
begin_rule
1
10 1
12 1 0
end_rule
begin_rule
1
11 1
12 1 0
end_rule
begin_rule
1
12 1
13 1 0
end_rule
