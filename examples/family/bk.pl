% What is known: who is whose parent, and who is a woman.
parent(ada,bert).
parent(ada,cora).
parent(bert,dora).
parent(bert,emil).
parent(cora,fritz).
parent(gustav,dora).
parent(hanna,gustav).
parent(ivan,gustav).
parent(dora,jon).

woman(ada).
woman(cora).
woman(dora).
woman(hanna).
