//! The words of a file as small numbers: two words have the same number if they are equal up to case.

use hashbrown::HashTable;

/// A word, lower-cased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol(u32);

impl Symbol {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All words of a file.
pub(crate) struct Symbols {
    /// The lower-cased names, one after another.
    names: String,
    ends: Vec<u32>,
    table: HashTable<Symbol>,
}

impl Symbols {
    /// A table that holds the [keywords](keyword) under their fixed numbers.
    pub(crate) fn new() -> Self {
        let mut symbols = Self { names: String::new(), ends: Vec::new(), table: HashTable::new() };
        for name in keyword::ALL {
            symbols.intern(name, hash(name));
        }
        symbols
    }

    /// The symbol of a word, whose [`WordHash`] is given.
    pub(crate) fn intern(&mut self, word: &str, hash: u64) -> Symbol {
        if let Some(symbol) = self.find_hashed(word, hash) {
            return symbol;
        }
        let symbol = Symbol(self.ends.len() as u32);
        let start = self.names.len();
        self.names.push_str(word);
        self.names[start..].make_ascii_lowercase();
        self.ends.push(self.names.len() as u32);
        let (names, ends) = (&self.names, &self.ends);
        self.table.insert_unique(hash, symbol, |&other| self::hash(name_in(names, ends, other)));
        symbol
    }

    /// The symbol of a name, if it occurs in the file.
    pub(crate) fn find(&self, name: &str) -> Option<Symbol> {
        self.find_hashed(name, hash(name))
    }

    fn find_hashed(&self, word: &str, hash: u64) -> Option<Symbol> {
        self.table.find(hash, |&symbol| self.name(symbol).eq_ignore_ascii_case(word)).copied()
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        name_in(&self.names, &self.ends, symbol)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

fn name_in<'a>(names: &'a str, ends: &[u32], symbol: Symbol) -> &'a str {
    let index = symbol.index();
    let start = if index == 0 { 0 } else { ends[index - 1] as usize };
    &names[start..ends[index] as usize]
}

/// A hash that is the same for all spellings of a word, fed byte by byte while the word is scanned.
#[derive(Clone, Copy, Default)]
pub(crate) struct WordHash(u64);

impl WordHash {
    pub(crate) fn add(&mut self, byte: u8) {
        const MULTIPLIER: u64 = 0xf135_7aea_2e62_a9c5;
        self.0 = (self.0.rotate_left(5) ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(MULTIPLIER);
    }

    pub(crate) fn finish(self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

fn hash(word: &str) -> u64 {
    let mut hash = WordHash::default();
    word.bytes().for_each(|byte| hash.add(byte));
    hash.finish()
}

/// The meaning of each word in one namespace: objects, predicates, types …
pub(crate) struct Names<T> {
    by_symbol: Vec<Option<T>>,
}

impl<T: Copy> Names<T> {
    /// No names, for words of `symbols`.
    pub(crate) fn new(symbols: &Symbols) -> Self {
        Self { by_symbol: vec![None; symbols.len()] }
    }

    /// The names that occur among `symbols`, each meaning the id of its position.
    pub(crate) fn of<'n>(
        symbols: &Symbols,
        names: impl Iterator<Item = &'n str>,
        id: impl Fn(usize) -> T,
    ) -> Self {
        let mut meanings = Self::new(symbols);
        for (position, name) in names.enumerate() {
            if let Some(symbol) = symbols.find(name) {
                meanings.set(symbol, Some(id(position)));
            }
        }
        meanings
    }

    pub(crate) fn get(&self, symbol: Symbol) -> Option<T> {
        self.by_symbol.get(symbol.index()).copied().flatten()
    }

    /// Gives the name a meaning, or takes it away, and returns the one it had.
    pub(crate) fn set(&mut self, symbol: Symbol, meaning: Option<T>) -> Option<T> {
        match self.by_symbol.get_mut(symbol.index()) {
            Some(entry) => std::mem::replace(entry, meaning),
            None => None,
        }
    }
}

/// The words with a fixed meaning.
pub(crate) mod keyword {
    use super::Symbol;

    macro_rules! keywords {
        ($($name:ident = $text:literal,)*) => {
            #[expect(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Position { $($name),* }

            $(pub(crate) const $name: Symbol = Symbol(Position::$name as u32);)*

            pub(crate) const ALL: &[&str] = &[$($text),*];
        };
    }

    keywords! {
        AND = "and",
        OR = "or",
        NOT = "not",
        IMPLY = "imply",
        FORALL = "forall",
        EXISTS = "exists",
        WHEN = "when",
        EQUAL = "=",
        DASH = "-",
        EITHER = "either",
        OBJECT = "object",
        NUMBER = "number",
        INCREASE = "increase",
        AT = "at",
        TOTAL_COST = "total-cost",
        TOTAL_TIME = "total-time",
        MINIMIZE = "minimize",
        MAXIMIZE = "maximize",
        DEFINE = "define",
        DOMAIN = "domain",
        PROBLEM = "problem",
        REQUIREMENTS_SECTION = ":requirements",
        TYPES_SECTION = ":types",
        CONSTANTS_SECTION = ":constants",
        PREDICATES_SECTION = ":predicates",
        FUNCTIONS_SECTION = ":functions",
        ACTION_SECTION = ":action",
        DERIVED_SECTION = ":derived",
        DOMAIN_SECTION = ":domain",
        OBJECTS_SECTION = ":objects",
        INIT_SECTION = ":init",
        GOAL_SECTION = ":goal",
        METRIC_SECTION = ":metric",
        PARAMETERS_KEY = ":parameters",
        PRECONDITION_KEY = ":precondition",
        EFFECT_KEY = ":effect",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_word_are_one_symbol() {
        let mut symbols = Symbols::new();
        let upper = symbols.intern("Truck-1", hash("Truck-1"));
        let lower = symbols.intern("truck-1", hash("truck-1"));
        assert_eq!(upper, lower);
        assert_eq!(symbols.name(upper), "truck-1");
        assert_eq!(symbols.find("TRUCK-1"), Some(upper));
        assert_eq!(symbols.find("truck-2"), None);
    }

    #[test]
    fn keywords_have_their_fixed_numbers() {
        let symbols = Symbols::new();
        assert_eq!(symbols.find("AND"), Some(keyword::AND));
        assert_eq!(symbols.find(":effect"), Some(keyword::EFFECT_KEY));
        assert_eq!(symbols.len(), keyword::ALL.len());
    }
}
