//! What the parts of a condition are expected to find: those that find little are looked up first.

use pddl::{Atom, ObjectId, Term, TypeNames};

use super::unbound;
use crate::database::AtomId;
use crate::maps::{End, Maps};
use crate::moves::Moves;
use crate::rule::{Literal, Path};
use crate::schema::bind;
use crate::world::World;

/// Does a term have a value?
fn is_known(term: Term, is_bound: &[bool]) -> bool {
    match term {
        Term::Variable(variable) => is_bound[variable.index()],
        Term::Object(_) => true,
    }
}

/// Literals of this rank can't give values to variables.
pub(super) const UNABLE: usize = usize::MAX;

/// What the order of look-ups is chosen by.
pub(super) struct Estimate<'c> {
    types: &'c [TypeNames],
    world: &'c World<'c>,
    /// The paths of the condition, and how many of all places are about within reach of what moves.
    paths: Vec<(&'c Path, Reach)>,
    /// The paths that begin where the condition says that their movers are.
    begin_there: Vec<&'c Path>,
}

/// How many places are within reach of what moves, among how many.
#[derive(Clone, Copy)]
struct Reach {
    places: usize,
    of: usize,
}

impl<'c> Estimate<'c> {
    pub(super) fn new(
        condition: &'c [Literal],
        types: &'c [TypeNames],
        world: &'c World<'_>,
        maps: &mut Maps,
    ) -> Self {
        let all = condition.iter().filter_map(|literal| match literal {
            Literal::Path(path) => Some(path),
            _ => None,
        });
        let begins = |path: &&Path| {
            let at = maps.moves.get(path.moves).map(|moves| moves.atom(&path.mover, path.from));
            at.is_some_and(|at| condition.contains(&Literal::Holds(at)))
        };
        let begin_there = all.clone().filter(begins).collect();
        let paths = all.map(|path| (path, reach(path, condition, types, world, maps))).collect();
        Self { types, world, paths, begin_there }
    }

    /// Those with the lowest rank are looked up first: what is only tested, then what has few atoms.
    pub(super) fn rank(&self, literal: &Literal, is_bound: &[bool]) -> usize {
        let unbound = unbound(literal, is_bound).count();
        match literal {
            Literal::Path(_) if unbound == 0 => 1,
            Literal::Leads { .. } if unbound == 0 => 2,
            _ if unbound == 0 => 0,
            Literal::Holds(atom) => {
                let objects = |term: &Term| match term {
                    Term::Variable(variable) if !is_bound[variable.index()] => {
                        let objects = self.world.objects_of(&self.types[variable.index()]);
                        objects.map_or(usize::MAX, <[ObjectId]>::len)
                    }
                    _ => 1,
                };
                // What does not hold yet may hold later, but of few objects.
                let atoms =
                    self.world.database.expected(atom.predicate, atom.args.iter().map(objects)).max(10);
                // Of what moves, only some gets where it is needed.
                let is_near = |path: &&&Path| {
                    let is_new = |term: &Term| !is_known(*term, is_bound);
                    is_known(path.to, is_bound)
                        && path.mover.iter().any(is_new)
                        && path.mover.iter().all(|term| !is_new(term) || atom.args.contains(term))
                };
                match self.begin_there.iter().find(is_near).map(|path| self.reach(path)) {
                    Some(Reach { places, of }) => (atoms * places / of.max(1)).max(10),
                    None => atoms,
                }
            }
            Literal::Leads { from, to, .. } if unbound == 1 && from != to => 50,
            Literal::Path(path)
                if unbound == 1 && path.open_end(|term| is_known(term, is_bound)).is_some() =>
            {
                10 * self.reach(path).places.max(2)
            }
            _ => UNABLE,
        }
    }

    fn reach(&self, path: &Path) -> Reach {
        let found = self.paths.iter().find(|(other, _)| *other == path);
        found.map_or(Reach { places: 1, of: 1 }, |(_, reach)| *reach)
    }
}

/// How many places are within reach of the first thing there is that the path may be about, from where it is.
fn reach(
    path: &Path,
    condition: &[Literal],
    types: &[TypeNames],
    world: &World<'_>,
    maps: &mut Maps,
) -> Reach {
    let Some(&Moves { predicate, place, .. }) = maps.moves.get(path.moves) else {
        return Reach { places: 1, of: 1 };
    };
    let database = &world.database;
    let of = database.variety(predicate, place).max(1);
    // What the condition asks of the movers alone.
    let asked: Vec<&Atom> = condition
        .iter()
        .filter_map(|literal| match literal {
            Literal::Holds(atom) if atom.args.iter().all(|term| path.mover.contains(term)) => Some(atom),
            _ => None,
        })
        .collect();
    let mover_of = |atom: &AtomId| {
        let mut mover = database.args(*atom).to_vec();
        let at = mover.remove(place);
        let mut bound = vec![None; types.len()];
        let fits = bind(&path.mover, &mover, &mut bound)
            && bound
                .iter()
                .zip(types)
                .all(|(object, types)| object.is_none_or(|object| world.fits(object, types)))
            && asked.iter().all(|atom| {
                let args: Option<Vec<ObjectId>> = atom.args.iter().map(|term| value(*term, &bound)).collect();
                args.is_some_and(|args| database.contains(atom.predicate, &args))
            });
        fits.then_some((mover, at))
    };
    match database.all(predicate).iter().find_map(mover_of) {
        Some((mover, at)) => {
            Reach { places: maps.nearest(world, path.moves, &mover, (End::From, at)).len(), of }
        }
        None => Reach { places: of, of },
    }
}

fn value(term: Term, bound: &[Option<ObjectId>]) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(variable) => bound[variable.index()],
    }
}
