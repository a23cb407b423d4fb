//! Kinds of objects: classes of predicate arguments that can be the same object, as far as the actions tell.
//!
//! Many domains declare no types, and others have hierarchies of them. What matters to a rule is which variables can be the
//! same object: two places of predicates are of one kind if a variable of an action or an axiom stands in both.

use pddl::{Atom, Domain, Effect, Formula, Term, TypeId, Types, VariableId};

/// The number of a kind.
pub(crate) type Kind = u16;

/// The number of an object among those of its kind.
pub(crate) type Member = u32;

/// The kinds of objects of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kinds {
    /// For each predicate the kinds of its arguments.
    pub(crate) of_places: Vec<Vec<Kind>>,
    /// For each type its kind, where variables of actions have it.
    pub(crate) of_types: Vec<Option<Kind>>,
    pub(crate) names: Vec<String>,
}

impl Kinds {
    pub(crate) fn new(domain: &Domain) -> Self {
        let mut joining = Joining::new(domain);
        for action in &domain.actions {
            let mut scope = Scope::new(&mut joining, action.variables.len());
            scope.see_types(action.variables.iter().map(|variable| &variable.types[..]));
            scope.see_formula(&action.precondition);
            scope.see_effect(&action.effect);
        }
        for axiom in &domain.axioms {
            let mut scope = Scope::new(&mut joining, axiom.variables.len());
            scope.see_types(axiom.variables.iter().map(|variable| &variable.types[..]));
            for place in 0..axiom.arity {
                scope.see(
                    VariableId::from_index(place),
                    scope.joining.places[axiom.predicate.index()] + place,
                );
            }
            scope.see_formula(&axiom.condition);
        }
        joining.kinds(domain)
    }
}

/// Union–find over places of predicates, then types.
struct Joining {
    parents: Vec<usize>,
    /// Where the places of each predicate begin.
    places: Vec<usize>,
    /// Where the types begin.
    types: usize,
    is_seen: Vec<bool>,
}

impl Joining {
    fn new(domain: &Domain) -> Self {
        let mut count = 0;
        let places = domain.predicates.iter().map(|predicate| {
            count += predicate.parameters.len();
            count - predicate.parameters.len()
        });
        let places = places.collect();
        let all = count + domain.types.len();
        Self { parents: (0..all).collect(), places, types: count, is_seen: vec![false; all] }
    }

    fn root(&self, mut node: usize) -> usize {
        while self.parents[node] != node {
            node = self.parents[node];
        }
        node
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        // The first of a kind stands for it.
        self.parents[one.max(other)] = one.min(other);
    }

    fn kinds(&self, domain: &Domain) -> Kinds {
        let mut numbers = vec![None; self.parents.len()];
        let mut count = 0;
        for node in 0..self.types {
            numbers[self.root(node)].get_or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
        let kind = |node: usize| numbers[self.root(node)];
        let of_places = domain.predicates.iter().zip(&self.places).map(|(predicate, first)| {
            (0..predicate.parameters.len()).map(|place| kind(first + place).unwrap_or(0)).collect()
        });
        let of_types = (0..domain.types.len()).map(|number| self.types + number);
        let of_places: Vec<Vec<Kind>> = of_places.collect();
        let of_types: Vec<Option<Kind>> =
            of_types.map(|node| kind(node).filter(|_| self.is_seen[node])).collect();
        let is_only = count == 1;
        let name =
            |kind| if is_only { "object".to_owned() } else { name(domain, kind, &of_places, &of_types) };
        let names = (0..count).map(name).collect();
        Kinds { of_places, of_types, names }
    }
}

/// The name of a kind: that of a type, of a predicate of its objects alone, or of a predicate that has it at some place.
fn name(domain: &Domain, kind: Kind, of_places: &[Vec<Kind>], of_types: &[Option<Kind>]) -> String {
    let of_type = of_types.iter().position(|own| *own == Some(kind));
    let of_one = of_places.iter().position(|kinds| kinds[..] == [kind]);
    let of_any = of_places.iter().position(|kinds| kinds.contains(&kind));
    match (of_type, of_one.or(of_any)) {
        (Some(number), _) => domain.types[TypeId::from_index(number)].name.clone(),
        (None, Some(predicate)) => domain.predicates[predicate].name.clone(),
        (None, None) => "object".to_owned(),
    }
}

/// An action or axiom, whose variables join the places that they stand in.
struct Scope<'a> {
    joining: &'a mut Joining,
    /// A node that each variable is joined with.
    nodes: Vec<Option<usize>>,
}

impl<'a> Scope<'a> {
    fn new(joining: &'a mut Joining, variables: usize) -> Self {
        Self { joining, nodes: vec![None; variables] }
    }

    fn see(&mut self, variable: VariableId, node: usize) {
        self.joining.is_seen[node] = true;
        let Some(before) = self.nodes.get_mut(variable.index()) else { return };
        match *before {
            None => *before = Some(node),
            Some(before) => self.joining.join(before, node),
        }
    }

    fn see_types<'b>(&mut self, of_variables: impl Iterator<Item = &'b [TypeId]>) {
        for (variable, types) in of_variables.enumerate() {
            for of in types.iter().filter(|of| **of != Types::OBJECT) {
                self.see(VariableId::from_index(variable), self.joining.types + of.index());
            }
        }
    }

    fn see_atom(&mut self, atom: &Atom) {
        for (place, term) in atom.args.iter().enumerate() {
            if let Term::Variable(variable) = term {
                self.see(*variable, self.joining.places[atom.predicate.index()] + place);
            }
        }
    }

    fn see_formula(&mut self, formula: &Formula) {
        let mut left = vec![formula];
        while let Some(formula) = left.pop() {
            match formula {
                Formula::Atom(atom) => self.see_atom(atom),
                Formula::Equal(..) => {}
                Formula::Not(inner) | Formula::Forall(_, inner) | Formula::Exists(_, inner) => {
                    left.push(inner)
                }
                Formula::And(parts) | Formula::Or(parts) => left.extend(parts),
                Formula::Imply(one, other) => left.extend([&**one, &**other]),
            }
        }
    }

    fn see_effect(&mut self, effect: &Effect) {
        let mut left = vec![effect];
        while let Some(effect) = left.pop() {
            match effect {
                Effect::And(parts) => left.extend(parts),
                Effect::Add(atom) | Effect::Delete(atom) => self.see_atom(atom),
                Effect::Forall(_, inner) => left.push(inner),
                Effect::When(condition, inner) => {
                    self.see_formula(condition);
                    left.push(inner);
                }
            }
        }
    }
}
