//! The searches that `--search` can name, declared once: parser, help and messages come from here.

mod interpreter;

use std::fmt::{self, Display};
use std::str::FromStr;

use belief::Reading;
use heuristics::{CATALOG, CostKind, Entry, Width};
use search::{Criterion, Greedy};

use self::interpreter::Interpreter;
use crate::specification::{self, SpecError, Text};

/// A search algorithm with all it needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Search {
    /// A\*, weighted or not.
    AStar {
        /// The heuristic that guides it.
        heuristic: HeuristicKind,
        /// The weight of the heuristic; 1 for plain A\*.
        weight: f32,
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
    /// The novelty of a state among those with the same values of other heuristics: no estimate of a cost.
    Novelty {
        /// The other heuristics.
        of: Vec<HeuristicKind>,
        /// How many facts at a time are looked at.
        width: Width,
    },
}

/// The name of the given model in a specification.
pub const MODEL: &str = "model";

/// The name of an open list by several criteria in a specification.
const TIEBREAKING: &str = "tiebreaking";

/// The name of novelty in a specification.
const NOVELTY: &str = "novelty";

/// The name of the cost of the way to a state in a specification.
const COST: &str = "g";

/// What open lists of greedy searches can be ordered by, beside heuristics: how it is written, and a line of help.
pub const ORDERS: &[(&str, &str)] = &[
    (
        "tiebreaking(H, …)",
        "several criteria, up to four: by the first, then by the next. Criteria are heuristics and those below",
    ),
    (
        "novelty(H, …, width=2)",
        "1 if a state has a fact that was in no state with the same values of H before, 2 if it has such a pair of facts \
         (with width=2), else one more; H should have few values",
    ),
    ("g", "the cost of the way to a state, only as a criterion"),
];

/// A search's declaration.
pub struct Declaration {
    /// Its name.
    pub name: &'static str,
    /// Other names for it.
    pub other_names: &'static [&'static str],
    /// How it is written, with all its options.
    pub usage: &'static str,
    /// A line of help.
    pub help: &'static str,
    /// The keywords it knows.
    pub keywords: &'static [&'static str],
}

impl Declaration {
    /// Is this one of its names?
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.other_names.contains(&name)
    }
}

pub(crate) const ASTAR: Declaration = Declaration {
    name: "astar",
    other_names: &[],
    usage: "astar(H)",
    help: "A*: a plan of least cost, if H is admissible",
    keywords: &[],
};

pub(crate) const WASTAR: Declaration = Declaration {
    name: "wastar",
    other_names: &["eager_wastar"],
    usage: "wastar(H, w=2)",
    help: "weighted A*: at most w times the least cost, if H is admissible",
    keywords: &["w"],
};

/// All searches.
pub const SEARCHES: &[Declaration] = &[
    ASTAR,
    WASTAR,
    Declaration {
        name: "gbfs",
        other_names: &["eager_greedy"],
        usage: "gbfs(H, …, preferred, boost=0)",
        help: "greedy best-first search, one queue for each heuristic or for several, tiebreaking(H, …)",
        keywords: &["preferred", "boost", "cost_type"],
    },
    Declaration {
        name: "lazy",
        other_names: &["lazy_greedy", "lazy_wastar"],
        usage: "lazy(H, …, preferred, boost=1000, w=3, scout=20)",
        help: "the same, evaluating states only when taken up; with w, by g + w·h; with scout, the last queue is asked \
               once for so many turns of each other",
        keywords: &["preferred", "boost", "w", "scout", "cost_type", "reopen_closed"],
    },
    Declaration {
        name: "anytime",
        other_names: &[],
        usage: "anytime(H, …, preferred, boost=1000)",
        help: "lazy, then ever cheaper plans until there are none or time is up",
        keywords: &["preferred", "boost"],
    },
    Declaration {
        name: RACE,
        other_names: &[],
        usage: "race(gbfs(…), lama-first, …)",
        help: "greedy searches side by side, with equal effort, until the first has a plan",
        keywords: &[],
    },
    Declaration {
        name: ACT,
        other_names: &[],
        usage: "act(model)",
        help: "rules that act (hstar learn --rules act) make the plan, and search goes on where they end",
        keywords: &[],
    },
];

/// The name of the search that is hardly one.
const ACT: &str = "act";

/// The search where none is named for rules that act.
pub const WITH_ACTING_RULES: &str = "act(model)";

/// The name of the search that is made of searches.
const RACE: &str = "race";

/// Names for good combinations. `nolan` has the open lists of `lama-first`, and one for states that are novel among those with as many
/// landmarks ahead, which leads on where the others tell states apart no longer (Corrêa & Seipp, *Consolidating LAMA with
/// Best-First Width Search*, 2024).
pub const PRESETS: &[(&str, &str)] = &[
    ("lama-first", "lazy(ff(cost=one), landmarks(cost=one), preferred)"),
    (
        "nolan",
        "lazy(ff(cost=one), landmarks(cost=one), \
         tiebreaking(novelty(landmarks(cost=one)), landmarks(cost=one), g), preferred)",
    ),
    ("lama", "anytime(ff(cost=plusone), landmarks(cost=plusone), preferred)"),
    ("lmcut", "astar(lmcut)"),
];

/// Fast Downward's names for its own combinations, and the presets that do the same.
pub const ALIASES: &[(&str, &str)] =
    &[("seq-opt-lmcut", "lmcut"), ("lama-2011", "lama"), ("seq-sat-lama-2011", "lama")];

/// The specification that a preset, or an alias of Fast Downward's, stands for.
fn preset(name: &str) -> Option<&'static str> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, preset)| preset);
    PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, spec)| *spec)
}

/// The search where none is named and there is no model: `lama-first` until that is stuck.
pub const WITHOUT_MODEL: &str = "nolan";

/// The search where none is named for a model that takes about a microsecond for a state: it finds most plans long before
/// `nolan` has looked at its first states, and where it does not, `nolan` still has half of the time.
pub const WITH_QUICK_MODEL: &str = "race(gbfs(model), nolan)";

/// The search where none is named for other models: the open lists of `nolan`, which do well without it, and one for the model,
/// as a scout: how far it can be trusted on this problem is not known yet.
pub const WITH_MODEL: &str = "lazy(ff(cost=one), landmarks(cost=one), \
                              tiebreaking(novelty(landmarks(cost=one)), landmarks(cost=one), g), model@location, preferred, \
                              scout=20)";

impl Search {
    /// The best search for plans of least cost: A\* with landmark cuts, or without a heuristic where these can't
    /// handle the task.
    pub fn optimal(task: &task::Task) -> Self {
        let plain = task.axioms.is_empty()
            && task.operators.effects.items().iter().all(|effect| effect.condition == 0);
        let name = if plain { "lmcut" } else { "blind" };
        let entry = Entry::find(name).unwrap_or(&CATALOG[0]);
        let heuristic = HeuristicKind::Declared { entry, cost: CostKind::Normal };
        Self::AStar { heuristic, weight: 1.0 }
    }

    /// Is its plan one of least cost?
    pub fn is_optimal(&self) -> bool {
        match self {
            Self::AStar { heuristic: HeuristicKind::Declared { entry, cost }, weight } => {
                entry.is_admissible && *cost == CostKind::Normal && *weight == 1.0
            }
            _ => false,
        }
    }

    /// Does it need a model?
    pub fn needs_model(&self) -> bool {
        *self == Self::Act || self.heuristics().any(|heuristic| matches!(heuristic, HeuristicKind::Model(_)))
    }

    /// The heuristics it uses, in the order of its queues.
    pub fn heuristics(&self) -> impl Iterator<Item = &HeuristicKind> {
        let (single, greedy) = match self {
            Self::AStar { heuristic, .. } => (Some(heuristic), &[][..]),
            Self::Greedy(kind) | Self::Anytime(kind) => (None, std::slice::from_ref(kind)),
            Self::Race(kinds) => (None, &kinds[..]),
            Self::Act => (None, &[][..]),
        };
        single.into_iter().chain(greedy.iter().flat_map(|kind| &kind.heuristics))
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

impl PartialEq for HeuristicKind {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Declared { entry, cost }, Self::Declared { entry: other, cost: other_cost }) => {
                (entry.name, cost) == (other.name, other_cost)
            }
            (Self::Model(reading), Self::Model(other)) => reading == other,
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
            Self::AStar { heuristic, weight: 1.0 } => write!(f, "astar({heuristic})"),
            Self::AStar { heuristic, weight } => write!(f, "wastar({heuristic}, w={weight})"),
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
        Interpreter { text: Text(text) }.search(&specification::parse(text)?)
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
                "takes a heuristic\n  --search astar\n           ^^^^^\n  = help: it is written astar(H)",
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
            ("lazy(ff, tiebreaking(g))", "`g` alone orders no queue"),
            ("lazy(tiebreaking(foo=ff))", "`tiebreaking` has no option `foo`\n"),
            ("gbfs(novlty(ff))", "unknown heuristic `novlty`\n"),
            ("gbfs(ff(3))", "`ff` has no such option\n  --search gbfs(ff(3))\n                   ^\n"),
        ] {
            let error = text.parse::<Search>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
