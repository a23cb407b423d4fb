//! From invariants to sets of facts.

use super::candidate::{COUNTED, Candidate, Part, Parts};
use crate::normal::Program;
use crate::propositional::{FactId, Propositional};
use crate::relation::Relation;
use crate::rows::Rows;
use std::ops::Range;

/// The instances of the invariants in which exactly one fact holds at the start, as sets of two facts or more.
pub(super) fn instantiate(
    invariants: &[Candidate],
    parts: &Parts,
    program: &Program,
    ground: &Propositional,
) -> Rows<FactId> {
    let ranges = fact_ranges(program, ground);
    let mut groups: Vec<Vec<FactId>> = Vec::new();
    for invariant in invariants {
        let parts: Vec<&Part> = invariant.parts.iter().map(|&part| &parts[part]).collect();
        let instances = Instances::new(&parts, &ranges, ground);
        groups.extend(instances.groups(&parts, &ranges, ground));
    }
    groups.sort_unstable();
    groups.dedup();
    groups.into_iter().collect()
}

/// By predicate: its facts, which are numbered one after the other.
fn fact_ranges(program: &Program, ground: &Propositional) -> Vec<Range<FactId>> {
    let mut ranges = vec![0..0; program.predicates.len()];
    let mut start = 0;
    for facts in ground.facts.predicates.chunk_by(|one, other| one == other) {
        let end = start + facts.len() as FactId;
        ranges[facts[0] as usize] = start..end;
        start = end;
    }
    ranges
}

/// The parameter values for which some fact of an invariant holds at the start.
struct Instances {
    parameters: Relation,
    /// By row of `parameters`: how many facts hold.
    weights: Vec<u32>,
}

impl Instances {
    fn new(parts: &[&Part], ranges: &[Range<FactId>], ground: &Propositional) -> Self {
        let arity = parts.first().map_or(0, |part| part.arity());
        let mut parameters = Relation::new(arity);
        let mut weights = Vec::new();
        let mut key = vec![0; arity];
        for part in parts {
            for fact in ranges[part.predicate].clone().filter(|&fact| ground.initial[fact as usize]) {
                write_key(&mut key, part, &ground.facts.args[fact as usize]);
                let row = parameters.insert(&key) as usize;
                weights.resize(weights.len().max(row + 1), 0);
                weights[row] += 1;
            }
        }
        Self { parameters, weights }
    }

    fn groups(
        &self,
        parts: &[&Part],
        ranges: &[Range<FactId>],
        ground: &Propositional,
    ) -> impl Iterator<Item = Vec<FactId>> {
        let mut members = vec![Vec::new(); self.weights.len()];
        let mut key = vec![0; parts.first().map_or(0, |part| part.arity())];
        for part in parts {
            for fact in ranges[part.predicate].clone() {
                write_key(&mut key, part, &ground.facts.args[fact as usize]);
                if let Some(row) = self.parameters.find(&key)
                    && self.weights[row as usize] == 1
                {
                    members[row as usize].push(fact);
                }
            }
        }
        members.into_iter().filter(|group| group.len() > 1).map(|mut group| {
            group.sort_unstable();
            group
        })
    }
}

fn write_key(key: &mut [u32], part: &Part, args: &[u32]) {
    for (&parameter, &object) in part.args.iter().zip(args) {
        if parameter != COUNTED {
            key[parameter as usize] = object;
        }
    }
}
