% Who is whose grandmother, and who is not.
pos(grandmother(ada,dora)).
pos(grandmother(ada,emil)).
pos(grandmother(ada,fritz)).
pos(grandmother(hanna,dora)).

neg(grandmother(ada,bert)).
neg(grandmother(ada,jon)).
neg(grandmother(bert,jon)).
neg(grandmother(cora,fritz)).
neg(grandmother(dora,jon)).
neg(grandmother(ivan,dora)).
