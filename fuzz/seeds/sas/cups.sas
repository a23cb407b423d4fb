begin_version
3
end_version
begin_metric
0
end_metric
7
begin_variable
var0
-1
2
Atom hand-free()
NegatedAtom hand-free()
end_variable
begin_variable
var1
-1
4
Atom holding(blue)
Atom inside(blue, green)
Atom inside(blue, red)
Atom on-shelf(blue)
end_variable
begin_variable
var2
-1
4
Atom holding(green)
Atom inside(green, blue)
Atom inside(green, red)
Atom on-shelf(green)
end_variable
begin_variable
var3
-1
4
Atom holding(red)
Atom inside(red, blue)
Atom inside(red, green)
Atom on-shelf(red)
end_variable
begin_variable
var4
-1
2
Atom open(blue)
NegatedAtom open(blue)
end_variable
begin_variable
var5
-1
2
Atom open(green)
NegatedAtom open(green)
end_variable
begin_variable
var6
-1
2
Atom open(red)
NegatedAtom open(red)
end_variable
4
begin_mutex_group
4
0 0
1 0
2 0
3 0
end_mutex_group
begin_mutex_group
4
1 0
2 1
3 1
4 0
end_mutex_group
begin_mutex_group
4
1 1
2 0
3 2
5 0
end_mutex_group
begin_mutex_group
4
1 2
2 2
3 0
6 0
end_mutex_group
begin_state
0
3
3
1
1
0
0
end_state
begin_goal
2
1 1
3 1
end_goal
18
begin_operator
take green
0
3
0 0 0 1
0 2 3 0
0 5 0 1
1
end_operator
begin_operator
take blue
0
3
0 0 0 1
0 1 3 0
0 4 0 1
1
end_operator
begin_operator
take red
0
3
0 0 0 1
0 3 3 0
0 6 0 1
1
end_operator
begin_operator
put-back green
0
3
0 0 -1 0
0 2 0 3
0 5 -1 0
1
end_operator
begin_operator
put-back red
0
3
0 0 -1 0
0 3 0 3
0 6 -1 0
1
end_operator
begin_operator
put-back blue
0
3
0 0 -1 0
0 1 0 3
0 4 -1 0
1
end_operator
begin_operator
nest green red
0
4
0 0 -1 0
0 2 0 2
0 5 -1 0
0 6 0 1
1
end_operator
begin_operator
nest red green
0
4
0 0 -1 0
0 3 0 2
0 5 0 1
0 6 -1 0
1
end_operator
begin_operator
nest green blue
0
4
0 0 -1 0
0 2 0 1
0 4 0 1
0 5 -1 0
1
end_operator
begin_operator
nest red blue
0
4
0 0 -1 0
0 3 0 1
0 4 0 1
0 6 -1 0
1
end_operator
begin_operator
nest blue red
0
4
0 0 -1 0
0 1 0 2
0 4 -1 0
0 6 0 1
1
end_operator
begin_operator
nest blue green
0
4
0 0 -1 0
0 1 0 1
0 4 -1 0
0 5 0 1
1
end_operator
begin_operator
lift red blue
0
4
0 0 0 1
0 3 1 0
0 4 -1 0
0 6 0 1
1
end_operator
begin_operator
lift green red
0
4
0 0 0 1
0 2 2 0
0 5 0 1
0 6 -1 0
1
end_operator
begin_operator
lift red green
0
4
0 0 0 1
0 3 2 0
0 5 -1 0
0 6 0 1
1
end_operator
begin_operator
lift green blue
0
4
0 0 0 1
0 2 1 0
0 4 -1 0
0 5 0 1
1
end_operator
begin_operator
lift blue red
0
4
0 0 0 1
0 1 2 0
0 4 0 1
0 6 -1 0
1
end_operator
begin_operator
lift blue green
0
4
0 0 0 1
0 1 1 0
0 4 0 1
0 5 -1 0
1
end_operator
0
