//! The searches that `--search` can name, declared once: parser, help and messages come from here.

mod declarations;
mod interpreter;

use std::fmt::{self, Display};
use std::str::FromStr;

use belief::Reading;
use heuristics::{CATALOG, CostKind, Entry, Width};
use search::{Criterion, Greedy};

pub use self::declarations::{
    ALIASES, COMBINATIONS, Declaration, MODEL, ORDERS, PRESETS, PUZZLE_SEARCHES, SEARCHES, WITH_ACTING_RULES,
    WITH_MODEL, WITH_QUICK_MODEL, WITHOUT_MODEL,
};
use self::declarations::{COST, LARGEST, NOVELTY, RACE, TIEBREAKING, preset};
use self::interpreter::Interpreter;
use crate::language::{self, SpecError, Text};

/// A search algorithm with all it needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Search {
    /// A\*, weighted or not.
    AStar {
        /// The heuristic that guides it.
        heuristic: HeuristicKind,
        /// The weight of the heuristic; 1 for plain A\*.
        weight: f32,
        /// The heuristic whose preferred actions are the only ones, if there is one.
        pruned: Option<HeuristicKind>,
    },
    /// Greedy search.
    Greedy(GreedyKind),
    /// Lazy search, then better and better plans.
    Anytime(GreedyKind),
    /// Greedy searches side by side.
    Race(Vec<GreedyKind>),
    /// The rules of the given model act, and search goes on where they end.
    Act,
}

/// A greedy search's heuristics and options.
#[derive(Clone, Debug, PartialEq)]
pub struct GreedyKind {
    /// Does it evaluate states only when they are about to be expanded?
    pub is_lazy: bool,
    /// The heuristics that guide it. None comes before another one that it is made from.
    pub heuristics: Vec<HeuristicKind>,
    /// What each open list is ordered by.
    pub orders: Vec<Vec<Criterion>>,
    /// Does it have open lists for preferred operators?
    pub preferred: bool,
    /// How many turns these get ahead on progress.
    pub boost: u32,
    /// `Some(w)`: by `g + w · h`.
    pub weight: Option<f32>,
    /// `Some(n)`: the last heuristic is a scout, whose open list gets one turn for every `n` turns of each other.
    pub scout: Option<u32>,
}

/// A heuristic with its options.
#[derive(Clone)]
pub enum HeuristicKind {
    /// One that needs no training.
    Declared {
        /// Its declaration.
        entry: &'static Entry,
        /// Which costs it adds up.
        cost: CostKind,
    },
    /// The model given with the search, by this reading of its beliefs, or by the usual one for the model.
    Model(Option<Reading>),
    /// The largest of the estimates of several.
    Largest(Vec<HeuristicKind>),
    /// The novelty of a state among those with the same values of other heuristics: no estimate of a cost.
    Novelty {
        /// The other heuristics.
        of: Vec<HeuristicKind>,
        /// How many facts at a time are looked at.
        width: Width,
    },
}

impl Search {
    /// The best search for plans of least cost: A\* with landmark cuts, or without a heuristic where these can't
    /// handle the task.
    pub fn optimal(task: &task::Task) -> Self {
        let plain = task.axioms.is_empty()
            && task.operators.effects.items().iter().all(|effect| effect.condition == 0);
        let name = if plain { "lmcut" } else { "blind" };
        let entry = Entry::find(name).unwrap_or(&CATALOG[0]);
        let heuristic = HeuristicKind::Declared { entry, cost: CostKind::Normal };
        Self::AStar { heuristic, weight: 1.0, pruned: None }
    }

    /// Is its plan one of least cost?
    pub fn is_optimal(&self) -> bool {
        match self {
            Self::AStar { heuristic, weight, pruned: None } => heuristic.is_admissible() && *weight == 1.0,
            _ => false,
        }
    }

    /// Does it need a model?
    pub fn needs_model(&self) -> bool {
        *self == Self::Act || self.heuristics().any(HeuristicKind::needs_model)
    }

    /// The heuristics it uses, in the order of its queues.
    pub fn heuristics(&self) -> impl Iterator<Item = &HeuristicKind> {
        let (astar, greedy) = match self {
            Self::AStar { heuristic, pruned, .. } => ([Some(heuristic), pruned.as_ref()], &[][..]),
            Self::Greedy(kind) | Self::Anytime(kind) => ([None; 2], std::slice::from_ref(kind)),
            Self::Race(kinds) => ([None; 2], &kinds[..]),
            Self::Act => ([None; 2], &[][..]),
        };
        astar.into_iter().flatten().chain(greedy.iter().flat_map(|kind| &kind.heuristics))
    }
}

impl GreedyKind {
    /// The options as the search takes them.
    pub fn options(&self) -> Greedy {
        Greedy {
            orders: self.orders.clone(),
            preferred: self.preferred,
            boost: self.boost,
            weight: self.weight,
            bound: None,
            scout: self.scout,
        }
    }
}

impl HeuristicKind {
    /// Are its estimates never above the cost?
    pub fn is_admissible(&self) -> bool {
        match self {
            Self::Declared { entry, cost } => entry.is_admissible && *cost == CostKind::Normal,
            Self::Largest(of) => of.iter().all(Self::is_admissible),
            Self::Model(_) | Self::Novelty { .. } => false,
        }
    }

    /// Is the model a part of it? (What novelty is made from are heuristics of the search, too.)
    fn needs_model(&self) -> bool {
        match self {
            Self::Model(_) => true,
            Self::Largest(of) => of.iter().any(Self::needs_model),
            Self::Declared { .. } | Self::Novelty { .. } => false,
        }
    }
}

impl PartialEq for HeuristicKind {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Declared { entry, cost }, Self::Declared { entry: other, cost: other_cost }) => {
                (entry.name, cost) == (other.name, other_cost)
            }
            (Self::Model(reading), Self::Model(other)) => reading == other,
            (Self::Largest(of), Self::Largest(others)) => of == others,
            (Self::Novelty { of, width }, Self::Novelty { of: others, width: other }) => {
                (of, width) == (others, other)
            }
            _ => false,
        }
    }
}

impl fmt::Debug for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declared { entry, cost: CostKind::Normal } => f.write_str(entry.name),
            Self::Declared { entry, cost: CostKind::One } => write!(f, "{}(cost=one)", entry.name),
            Self::Declared { entry, cost: CostKind::PlusOne } => write!(f, "{}(cost=plusone)", entry.name),
            Self::Model(None) => f.write_str(MODEL),
            Self::Model(Some(reading)) => write!(f, "{MODEL}@{reading}"),
            Self::Largest(of) => {
                write!(f, "{LARGEST}(")?;
                for (index, heuristic) in of.iter().enumerate() {
                    write!(f, "{}{heuristic}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            Self::Novelty { of, width } => {
                write!(f, "{NOVELTY}(")?;
                of.iter().try_for_each(|heuristic| write!(f, "{heuristic}, "))?;
                write!(f, "width={})", if *width == Width::One { 1 } else { 2 })
            }
        }
    }
}

impl Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AStar { heuristic, weight, pruned } => {
                let is_weighted = *weight != 1.0;
                write!(f, "{}astar({heuristic}", if is_weighted { "w" } else { "" })?;
                if is_weighted {
                    write!(f, ", w={weight}")?;
                }
                pruned.iter().try_for_each(|heuristic| write!(f, ", pruned={heuristic}"))?;
                f.write_str(")")
            }
            Self::Greedy(kind) => kind.write(kind.name(), f),
            Self::Anytime(kind) => kind.write("anytime", f),
            Self::Act => f.write_str(WITH_ACTING_RULES),
            Self::Race(kinds) => {
                write!(f, "{RACE}(")?;
                for (index, kind) in kinds.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { ", " })?;
                    kind.write(kind.name(), f)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl GreedyKind {
    fn name(&self) -> &'static str {
        if self.is_lazy { "lazy" } else { "gbfs" }
    }

    fn write_order(&self, order: &[Criterion], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [Criterion::Heuristic(heuristic)] = *order {
            return write!(f, "{}", self.heuristics[heuristic]);
        }
        write!(f, "{TIEBREAKING}(")?;
        for (index, criterion) in order.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            match *criterion {
                Criterion::Heuristic(heuristic) => write!(f, "{}", self.heuristics[heuristic])?,
                Criterion::Cost => f.write_str(COST)?,
            }
        }
        f.write_str(")")
    }

    /// Writes it as a search with this name.
    fn write(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{name}(")?;
        for (index, order) in self.orders.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            self.write_order(order, f)?;
        }
        if self.preferred {
            write!(f, ", preferred, boost={}", self.boost)?;
        }
        if let Some(weight) = self.weight {
            write!(f, ", w={weight}")?;
        }
        if let Some(turns) = self.scout {
            write!(f, ", scout={turns}")?;
        }
        f.write_str(")")
    }
}

impl FromStr for Search {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = preset(text.trim()).unwrap_or(text);
        Interpreter { text: Text(text) }.search(&language::parse(text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for (text, printed) in [
            ("astar(lmcut)", "astar(lmcut)"),
            ("astar(hmax())", "astar(max)"),
            ("wastar(ff, w=3)", "wastar(ff, w=3)"),
            ("astar(max([lmcut(), hmax()]))", "astar(max(lmcut, max))"),
            ("astar(max(model@quantile:0.9, lmcut))", "astar(max(model@quantile:0.9, lmcut))"),
            ("gbfs(max(cost=one))", "gbfs(max(cost=one))"),
            ("gbfs(ff, preferred)", "gbfs(ff, preferred, boost=0)"),
            ("eager_greedy([ff(), add()])", "gbfs(ff, add)"),
            ("lazy_greedy([ff()], preferred=[ff()])", "lazy(ff, preferred, boost=1000)"),
            ("lazy(ff, w=1.5)", "lazy(ff, w=1.5)"),
            ("lazy(ff, model, scout=10)", "lazy(ff, model, scout=10)"),
            ("lama-first", "lazy(ff(cost=one), landmarks(cost=one), preferred, boost=1000)"),
            ("gbfs(model)", "gbfs(model)"),
            (
                "race(gbfs(model), lama-first)",
                "race(gbfs(model), lazy(ff(cost=one), landmarks(cost=one), preferred, boost=1000))",
            ),
            ("act(model)", "act(model)"),
            ("astar(lmcut,pruned=model)", "astar(lmcut, pruned=model)"),
            ("astar(hmax, pruned=ff)", "astar(max, pruned=ff)"),
            ("gbfs(model@mean, ff)", "gbfs(model@mean, ff)"),
            ("gbfs(model@mean+adaptive:40)", "gbfs(model@mean+adaptive:40)"),
            ("astar(model@quantile:0.9)", "astar(model@quantile:0.9)"),
            ("lama", "anytime(ff(cost=plusone), landmarks(cost=plusone), preferred, boost=1000)"),
        ] {
            let search: Search = text.parse().unwrap();
            assert_eq!(search.to_string(), printed);
            assert_eq!(printed.parse(), Ok(search));
        }
    }

    #[test]
    fn errors_show_where_and_what_would_be_right() {
        for (text, expected) in [
            (
                "astr(blind)",
                "unknown search `astr`\n  --search astr(blind)\n           ^^^^\n  = help: did you mean `astar`?",
            ),
            (
                "astar(lmcat())",
                "unknown heuristic `lmcat`\n  --search astar(lmcat())\n                 ^^^^^\n  = help: did you mean `lmcut`?",
            ),
            (
                "astar",
                "takes a heuristic\n  --search astar\n           ^^^^^\n  = help: it is written astar(H, pruned=model)",
            ),
            ("astar(ff, add)", "takes exactly one heuristic\n  --search astar(ff, add)\n           ^^^^^\n"),
            (
                "gbfs(ff, w=3)",
                "`gbfs` has no option `w`\n  --search gbfs(ff, w=3)\n                    ^^^\n",
            ),
            (
                "wastar(ff, w=0.5)",
                "this value does not fit\n  --search wastar(ff, w=0.5)\n                      ^^^^^\n",
            ),
            (
                "lazy(ff, scout=10)",
                "a scout needs another heuristic before it\n  --search lazy(ff, scout=10)\n",
            ),
            (
                "lazy(model@priority:20, ff, scout=10)",
                "a queue that leads can't have a scout beside it\n  --search lazy(model@priority:20, ff, scout=10)\n",
            ),
            (
                "lazy(ff, model, scout=0)",
                "this value does not fit\n  --search lazy(ff, model, scout=0)\n                           ^^^^^^^\n",
            ),
            (
                "gbfs(ff(cost=two))",
                "this value does not fit\n  --search gbfs(ff(cost=two))\n                   ^^^^^^^^\n",
            ),
            (
                "ida(md)",
                "`ida` is a search for puzzles\n  --search ida(md)\n           ^^^\n  = help: hstar solve knows it",
            ),
            (
                "gbfs(model@quantle:0.9)",
                "`quantle` is no reading\n  --search gbfs(model@quantle:0.9)\n                      ^^^^^^^^^^^\n",
            ),
            (
                "race(gbfs(ff), astar(ff))",
                "only greedy searches race, gbfs and lazy\n  --search race(gbfs(ff), astar(ff))\n                          ^^^^^\n",
            ),
            (
                "race(gbfs(ff))",
                "takes two searches or more\n  --search race(gbfs(ff))\n           ^^^^\n  = help: it is written race(",
            ),
            (
                "astar(novelty(ff))",
                "only greedy searches heed novelty\n  --search astar(novelty(ff))\n           ^^^^^\n",
            ),
            (
                "lazy(g)",
                "`g` alone orders no queue of a greedy search\n  --search lazy(g)\n                ^\n",
            ),
            (
                "lazy(tiebreaking(novelty(ff, width=3), ff))",
                "this value does not fit\n  --search lazy(tiebreaking(novelty(ff, width=3), ff))\n                                        ^^^^^^^\n",
            ),
            (
                "lazy(tiebreaking(ff, add, goalcount, max, blind))",
                "takes one to 4 criteria\n  --search lazy(tiebreaking(ff, add, goalcount, max, blind))\n                ^^^^^^^^^^^\n",
            ),
            (
                "lazy(model, tiebreaking(novelty(model), model), scout=5)",
                "the last queue is a scout's, whose heuristic must be used nowhere else in the search\n",
            ),
            ("astar(ff, ff)", "takes exactly one heuristic\n"),
            ("astar(lmcut, pruned=blind)", "prefers no actions: rules that act do, and ff\n"),
            ("astar(lmcut, pruned=[ff, model])", "takes one heuristic\n"),
            ("wastar(lmcut, pruned=model)", "`wastar` has no option `pruned`\n"),
            ("lazy(ff, tiebreaking(g))", "`g` alone orders no queue"),
            ("lazy(tiebreaking(foo=ff))", "`tiebreaking` has no option `foo`\n"),
            ("astar(max(lmcut, cost=one))", "`max` of several heuristics has no option `cost`\n"),
            ("lazy(max(ff, novelty(ff)))", "novelty is no estimate of a cost\n"),
            (
                "astar(max(model@priority:20, lmcut))",
                "thresholds of trust are for a model that has a queue of its own\n",
            ),
            ("astar(max([]))", "takes a heuristic or more\n"),
            ("gbfs(novlty(ff))", "unknown heuristic `novlty`\n"),
            ("gbfs(ff(3))", "`ff` has no such option\n  --search gbfs(ff(3))\n                   ^\n"),
        ] {
            let error = text.parse::<Search>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
