//! The actions of a domain, as far as rules can be regressed through them.

use pddl::{Action, Atom, Cost, Domain, Effect, Formula, ObjectId, PredicateId, Term, TypeNames};

/// An action whose condition is a conjunction of literals, and whose effects are unconditional.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The types of its parameters.
    pub types: Vec<TypeNames>,
    /// Atoms that have to hold.
    pub positive: Vec<Atom>,
    /// Atoms that must not hold.
    pub negative: Vec<Atom>,
    /// Arguments that have to be the same.
    pub equal: Vec<(Term, Term)>,
    /// Arguments that have to be different.
    pub different: Vec<(Term, Term)>,
    /// Atoms that hold afterwards.
    pub add: Vec<Atom>,
    /// Atoms that do not hold afterwards, unless they are added.
    pub delete: Vec<Atom>,
    /// The summands of its cost.
    pub cost: Vec<Cost>,
}

/// The actions of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schemas {
    /// Each action of the domain in its order; `None` for those that rules do not take.
    pub actions: Vec<Option<Schema>>,
    /// By predicate: do actions change it, or axioms define it?
    pub is_fluent: Vec<bool>,
    /// By predicate: do axioms define it?
    pub is_derived: Vec<bool>,
    /// The constants that actions name. Rules name them, too, where all other objects become variables.
    pub named: Vec<ObjectId>,
}

impl Schemas {
    /// The actions of a domain.
    pub fn new(domain: &Domain) -> Self {
        let is_derived = domain.derived_predicates();
        let mut is_fluent = is_derived.clone();
        for action in &domain.actions {
            mark_changed(&action.effect, &mut is_fluent);
        }
        let actions: Vec<Option<Schema>> =
            domain.actions.iter().map(|action| Schema::new(action, &is_derived)).collect();
        let mut named: Vec<ObjectId> = actions.iter().flatten().flat_map(Schema::constants).collect();
        named.sort_unstable();
        named.dedup();
        Self { actions, is_fluent, is_derived, named }
    }

    /// Is the predicate one that nothing changes?
    pub fn is_static(&self, predicate: PredicateId) -> bool {
        !self.is_fluent[predicate.index()]
    }
}

fn mark_changed(effect: &Effect, is_fluent: &mut [bool]) {
    let mut open = vec![effect];
    while let Some(effect) = open.pop() {
        match effect {
            Effect::And(parts) => open.extend(parts),
            Effect::Add(atom) | Effect::Delete(atom) => is_fluent[atom.predicate.index()] = true,
            Effect::Forall(_, inner) | Effect::When(_, inner) => open.push(inner),
        }
    }
}

impl Schema {
    /// The schema of an action; `None` if its condition is no conjunction of literals, an effect is conditional, or it asks
    /// about a derived predicate, whose truth regression can't follow.
    fn new(action: &Action, is_derived: &[bool]) -> Option<Self> {
        let types = action.variables.iter().take(action.arity).map(|variable| variable.types.clone());
        let mut schema = Self {
            types: types.collect(),
            positive: Vec::new(),
            negative: Vec::new(),
            equal: Vec::new(),
            different: Vec::new(),
            add: Vec::new(),
            delete: Vec::new(),
            cost: action.cost.clone(),
        };
        schema.require(&action.precondition)?;
        schema.change(&action.effect)?;
        let conditions = schema.positive.iter().chain(&schema.negative);
        conditions.into_iter().all(|atom| !is_derived[atom.predicate.index()]).then_some(schema)
    }

    fn require(&mut self, condition: &Formula) -> Option<()> {
        let mut open = vec![condition];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::And(parts) => open.extend(parts.iter().rev()),
                Formula::Atom(atom) => self.positive.push(atom.clone()),
                &Formula::Equal(left, right) => self.equal.push((left, right)),
                Formula::Not(inner) => match &**inner {
                    Formula::Atom(atom) => self.negative.push(atom.clone()),
                    &Formula::Equal(left, right) => self.different.push((left, right)),
                    _ => return None,
                },
                _ => return None,
            }
        }
        Some(())
    }

    fn change(&mut self, effect: &Effect) -> Option<()> {
        let mut open = vec![effect];
        while let Some(effect) = open.pop() {
            match effect {
                Effect::And(parts) => open.extend(parts.iter().rev()),
                Effect::Add(atom) => self.add.push(atom.clone()),
                Effect::Delete(atom) => self.delete.push(atom.clone()),
                Effect::Forall(..) | Effect::When(..) => return None,
            }
        }
        Some(())
    }

    fn constants(&self) -> impl Iterator<Item = ObjectId> {
        let atoms = [&self.positive, &self.negative, &self.add, &self.delete];
        let in_atoms = atoms.into_iter().flatten().flat_map(|atom| &atom.args);
        let pairs = self.equal.iter().chain(&self.different).flat_map(|(left, right)| [left, right]);
        in_atoms.chain(pairs).filter_map(|term| match term {
            Term::Object(object) => Some(*object),
            Term::Variable(_) => None,
        })
    }
}

/// The object that a term of a schema or rule stands for.
pub(crate) fn object_of(term: Term, binding: &[ObjectId]) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(variable) => binding[variable.index()],
    }
}

/// Gives variables the values that make terms these objects; `false` if they have others.
pub(crate) fn bind(terms: &[Term], objects: &[ObjectId], bound: &mut [Option<ObjectId>]) -> bool {
    terms.iter().zip(objects).all(|(term, &object)| match term {
        Term::Object(own) => *own == object,
        Term::Variable(variable) => *bound[variable.index()].get_or_insert(object) == object,
    })
}
