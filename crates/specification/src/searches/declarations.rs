//! What specifications can name: searches, orders of open lists, presets; and the searches where none is named.

/// The name of the given model in a specification.
pub const MODEL: &str = "model";

/// The name of an open list by several criteria in a specification.
pub(super) const TIEBREAKING: &str = "tiebreaking";

/// The name of novelty in a specification.
pub(super) const NOVELTY: &str = "novelty";

/// The name of the largest of several estimates in a specification; without heuristics in it, it is one of them.
pub(super) const LARGEST: &str = "max";

/// The name of the cost of the way to a state in a specification.
pub(super) const COST: &str = "g";

/// What heuristics can be made of others: how it is written, and a line of help.
pub const COMBINATIONS: &[(&str, &str)] = &[(
    "max(H, …)",
    "the largest of their estimates, admissible if all of them are: max(model@quantile:0.9, lmcut)",
)];

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

const ASTAR: Declaration = Declaration {
    name: "astar",
    other_names: &[],
    usage: "astar(H)",
    help: "A*: a plan of least cost, if H is admissible",
    keywords: &[],
};

const WASTAR: Declaration = Declaration {
    name: "wastar",
    other_names: &["eager_wastar"],
    usage: "wastar(H, w=2)",
    help: "weighted A*: at most w times the least cost, if H is admissible",
    keywords: &["w"],
};

/// All searches.
pub const SEARCHES: &[Declaration] = &[
    Declaration {
        usage: "astar(H, pruned=model)",
        help: "A*: a plan of least cost, if H is admissible; with pruned, of least cost among those by actions that \
               rules that act prefer, or ff, and by all actions if there is none",
        keywords: &["pruned"],
        ..ASTAR
    },
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
        help: "greedy searches side by side, until the first has a plan; those that are stuck get less of the time",
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

/// All searches for puzzles.
pub const PUZZLE_SEARCHES: &[Declaration] = &[
    Declaration {
        name: "ida",
        other_names: &[],
        usage: "ida(H, table=64M)",
        help: "IDA*: a plan of least cost, if H is admissible, in hardly any memory; knows --threads and --max-cost. \
               With table, it remembers states in so much memory: fewer are generated, at a lower speed",
        keywords: &["table"],
    },
    ASTAR,
    WASTAR,
    Declaration {
        name: "gbfs",
        other_names: &[],
        usage: "gbfs(H)",
        help: "greedy best-first search: soon a plan of any cost",
        keywords: &[],
    },
];

/// The name of the search that is hardly one.
pub(super) const ACT: &str = "act";

/// The search where none is named for rules that act.
pub const WITH_ACTING_RULES: &str = "act(model)";

/// The name of the search that is made of searches.
pub(super) const RACE: &str = "race";

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
pub(super) fn preset(name: &str) -> Option<&'static str> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, preset)| preset);
    PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, spec)| *spec)
}

/// The search where none is named and there is no model: `lama-first` until that is stuck.
pub const WITHOUT_MODEL: &str = "nolan";

/// The search where none is named for a model that takes about a microsecond for a state: it finds most plans long before
/// `nolan` has looked at its first states, and where it does not, `nolan` has four fifths of the time.
pub const WITH_QUICK_MODEL: &str = "race(gbfs(model), nolan)";

/// The search where none is named for other models: the open lists of `nolan`, which do well without it, and one for the model,
/// as a scout: how far it can be trusted on this problem is not known yet.
pub const WITH_MODEL: &str = "lazy(ff(cost=one), landmarks(cost=one), \
                              tiebreaking(novelty(landmarks(cost=one)), landmarks(cost=one), g), model@location, preferred, \
                              scout=20)";
