//! A problem, and the state that acting has reached in it.

use pddl::{Atom, Cost, Domain, FunctionId, Metric, ObjectId, Problem, Term, TypeId};
use rustc_hash::FxHashMap;

use crate::database::{AtomId, Database};
use crate::schema::{Schemas, object_of};

/// An action with the objects it is applied to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundAction {
    /// Its number in the domain.
    pub action: usize,
    /// Its arguments.
    pub args: Vec<ObjectId>,
}

/// A problem, and the state that acting has reached in it.
#[derive(Clone, Debug)]
pub struct World<'a> {
    /// The domain.
    pub domain: &'a Domain,
    /// The problem.
    pub problem: &'a Problem,
    /// The domain's actions.
    pub schemas: &'a Schemas,
    /// The atoms that hold.
    pub database: Database,
    /// The atoms of the goal.
    pub goals: Vec<AtomId>,
    values: FxHashMap<(FunctionId, Box<[ObjectId]>), u64>,
    /// By type and object: is it of the type?
    is_of: Vec<Vec<bool>>,
    /// The objects of each type.
    of_type: Vec<Vec<ObjectId>>,
    /// The atoms changed by each action that was applied, and whether each of them was added.
    changes: Vec<(AtomId, bool)>,
    /// How many changes there were before each action.
    marks: Vec<usize>,
}

/// The reason why rules can't act on a problem: its goal is no conjunction of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoConjunction;

impl std::fmt::Display for NoConjunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the goal is no conjunction of atoms, and rules achieve one atom after the other")
    }
}

impl std::error::Error for NoConjunction {}

impl<'a> World<'a> {
    /// The problem in its initial state.
    ///
    /// # Errors
    /// When the goal is no conjunction of atoms.
    pub fn new(
        domain: &'a Domain,
        problem: &'a Problem,
        schemas: &'a Schemas,
    ) -> Result<Self, NoConjunction> {
        let mut database = Database::new(domain, problem);
        let mut goals: Vec<AtomId> = Vec::new();
        for goal in task::conjuncts(&problem.goal).ok_or(NoConjunction)? {
            let number = database.number(goal.predicate, &goal.args);
            if !goals.contains(&number) {
                goals.push(number);
            }
        }
        let types = 0..domain.types.len();
        let is_of = types.map(|index| {
            let of = TypeId::from_index(index);
            problem.objects.iter().map(|object| domain.types.fits(&object.types, &[of])).collect()
        });
        let is_of: Vec<Vec<bool>> = is_of.collect();
        let objects = |is_of: &Vec<bool>| {
            let objects = is_of.iter().enumerate().filter(|(_, is_of)| **is_of);
            objects.map(|(index, _)| ObjectId::from_index(index)).collect()
        };
        Ok(Self {
            of_type: is_of.iter().map(objects).collect(),
            domain,
            problem,
            schemas,
            database,
            goals,
            values: problem
                .values
                .iter()
                .map(|value| ((value.function, value.args.clone()), value.value))
                .collect(),
            is_of,
            changes: Vec::new(),
            marks: Vec::new(),
        })
    }

    /// Is the object of one of these types?
    pub fn fits(&self, object: ObjectId, types: &[TypeId]) -> bool {
        types.iter().any(|of| self.is_of[of.index()][object.index()])
    }

    /// The objects of a type, if it is one type that is asked for.
    pub fn objects_of(&self, types: &[TypeId]) -> Option<&[ObjectId]> {
        match types {
            [only] => Some(&self.of_type[only.index()]),
            _ => None,
        }
    }

    /// Can the action be applied?
    pub fn is_applicable(&self, action: &GroundAction) -> bool {
        let Some(Some(schema)) = self.schemas.actions.get(action.action) else { return false };
        let args = &action.args;
        let mut typed = args.iter().zip(&schema.types);
        let object = |term: Term| object_of(term, args);
        args.len() == schema.types.len()
            && typed.all(|(&object, types)| self.fits(object, types))
            && schema.positive.iter().all(|atom| self.contains(atom, args))
            && !schema.negative.iter().any(|atom| self.contains(atom, args))
            && schema.equal.iter().all(|&(left, right)| object(left) == object(right))
            && schema.different.iter().all(|&(left, right)| object(left) != object(right))
            && self.cost(action).is_some()
    }

    /// The cost of an action; `None` if the problem gives it no value.
    pub fn cost(&self, action: &GroundAction) -> Option<u64> {
        if self.problem.metric == Metric::PlanLength {
            return Some(1);
        }
        let schema = self.schemas.actions[action.action].as_ref()?;
        let mut sum = 0_u64;
        for cost in &schema.cost {
            sum = sum.saturating_add(match cost {
                Cost::Number(number) => *number,
                Cost::Function(function, terms) => {
                    let args: Box<[ObjectId]> =
                        terms.iter().map(|term| object_of(*term, &action.args)).collect();
                    *self.values.get(&(*function, args))?
                }
            });
        }
        Some(sum)
    }

    /// Applies an action, which has to be applicable.
    pub fn apply(&mut self, action: &GroundAction) {
        self.marks.push(self.changes.len());
        let Some(schema) = &self.schemas.actions[action.action] else { return };
        let mut args = Vec::new();
        for (atoms, is_added) in [(&schema.delete, false), (&schema.add, true)] {
            for atom in atoms {
                args.clear();
                args.extend(atom.args.iter().map(|term| object_of(*term, &action.args)));
                let number = self.database.number(atom.predicate, &args);
                let changed =
                    if is_added { self.database.insert(number) } else { self.database.remove(number) };
                if changed {
                    self.changes.push((number, is_added));
                }
            }
        }
    }

    /// Takes back the last action.
    pub fn undo(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.changes.len() > mark {
            let Some((atom, is_added)) = self.changes.pop() else { break };
            if is_added {
                self.database.remove(atom);
            } else {
                self.database.insert(atom);
            }
        }
    }

    /// The atoms that the last action changed, and whether each was added.
    pub fn last_changes(&self) -> &[(AtomId, bool)] {
        &self.changes[self.marks.last().copied().unwrap_or(0)..]
    }

    /// How many goals are open.
    pub fn open_goals(&self) -> usize {
        self.goals.iter().filter(|goal| !self.database.holds(**goal)).count()
    }

    /// An action as in a plan: `(stack a b)`.
    pub fn text(&self, action: &GroundAction) -> String {
        let names =
            action.args.iter().map(|object| format!(" {}", self.problem.objects[object.index()].name));
        format!("({}{})", self.domain.actions[action.action].name, names.collect::<String>())
    }

    /// An atom as in `(on a b)`.
    pub fn atom_text(&self, atom: AtomId) -> String {
        let args = self.database.args(atom);
        let names = args.iter().map(|object| format!(" {}", self.problem.objects[object.index()].name));
        let predicate = &self.domain.predicates[self.database.predicate(atom).index()].name;
        format!("({predicate}{})", names.collect::<String>())
    }

    /// Does an atom over the parameters of an action hold?
    pub(crate) fn contains(&self, atom: &Atom, binding: &[ObjectId]) -> bool {
        // Predicates rarely have more arguments than this.
        let mut args = [ObjectId(0); 8];
        match args.get_mut(..atom.args.len()) {
            Some(args) => {
                args.iter_mut().zip(&atom.args).for_each(|(to, term)| *to = object_of(*term, binding));
                self.database.contains(atom.predicate, args)
            }
            None => {
                let args: Vec<ObjectId> = atom.args.iter().map(|term| object_of(*term, binding)).collect();
                self.database.contains(atom.predicate, &args)
            }
        }
    }
}
