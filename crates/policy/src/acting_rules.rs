//! Rules that act, read for a domain, and ready for its problems.

use std::sync::Arc;

use induction::Source;
use pddl::{Diagnostic, Domain, Problem};

use crate::act::Actor;
use crate::moves::{Moves, moves};
use crate::ready::Ready;
use crate::rule::Strategy;
use crate::schema::Schemas;
use crate::text;
use crate::world::{NoConjunction, World};

/// Rules that act, with what they need of their domain.
#[derive(Clone, Debug)]
pub struct ActingRules {
    /// The strategy.
    pub strategy: Strategy,
    /// The domain's actions.
    pub schemas: Schemas,
    /// Its kinds of moves.
    pub moves: Arc<[Moves]>,
}

impl ActingRules {
    /// The rules in a text.
    ///
    /// # Errors
    /// When they are about another domain, or the text is wrong.
    pub fn parse(source: Source<'_>, domain: &Domain) -> Result<Self, Diagnostic> {
        let schemas = Schemas::new(domain);
        let moves: Arc<[Moves]> = moves(&schemas).into();
        let strategy = text::parse(source, domain, &schemas, &moves)?;
        Ok(Self { strategy, schemas, moves })
    }

    /// A problem in its initial state.
    ///
    /// # Errors
    /// When the goal is no conjunction of atoms.
    pub fn world<'a>(&'a self, domain: &'a Domain, problem: &'a Problem) -> Result<World<'a>, NoConjunction> {
        World::new(domain, problem, &self.schemas)
    }

    /// An actor at the start of a problem.
    ///
    /// # Errors
    /// When the goal is no conjunction of atoms.
    pub fn actor<'a>(
        &'a self,
        domain: &'a Domain,
        problem: &'a Problem,
    ) -> Result<Actor<'a, 'a>, NoConjunction> {
        let world = self.world(domain, problem)?;
        let ready = Ready::new(&self.strategy, Arc::clone(&self.moves), &world);
        Ok(Actor::new(world, Arc::new(ready)))
    }
}
