//! Relaxed reachability without given facts: which facts can become true before a landmark does.

use std::collections::VecDeque;

use task::Rows;

use super::rules::{FactId, RuleId, Rules};

/// Which facts can become true before some given facts do, deletions ignored.
///
/// One exploration of the whole task finds a supporting rule for each fact. When facts are excluded, those whose
/// support rests on them are withdrawn, and restored if they have another support. So the work is in proportion to the
/// facts that depend on the excluded ones, not to the task.
#[derive(Clone, Debug)]
pub(super) struct Before<'a> {
    rules: &'a Rules,
    /// The rule that made each fact true first, if it was one.
    support: Vec<Option<RuleId>>,
    /// For each fact, those whose support has it as a condition.
    dependents: Rows<FactId>,
    /// The facts that cannot be true before the excluded ones, or never at all.
    is_lost: Vec<bool>,
    /// The facts withdrawn for the excluded ones, some of them restored since.
    withdrawn: Vec<FactId>,
    /// For each operator, the last exclusion that it was excluded by.
    excluded_by: Vec<u32>,
    exclusion: u32,
    queue: Vec<FactId>,
    work: u64,
}

impl<'a> Before<'a> {
    /// With nothing excluded; `initial` are the facts that are true from the start.
    pub(super) fn new(rules: &'a Rules, initial: &[FactId], operators: usize) -> Self {
        let (support, is_reached) = explore(rules, initial);
        Self {
            rules,
            dependents: dependents(rules, &support),
            support,
            is_lost: is_reached.iter().map(|reached| !reached).collect(),
            withdrawn: Vec::new(),
            excluded_by: vec![0; operators],
            exclusion: 0,
            queue: Vec::new(),
            work: 0,
        }
    }

    /// How many steps all exclusions took together.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Excludes these facts instead of those excluded last.
    pub(super) fn exclude(&mut self, facts: &[FactId]) {
        for fact in self.withdrawn.drain(..) {
            self.is_lost[fact as usize] = false;
        }
        self.exclusion += 1;
        for &fact in facts {
            self.withdraw(fact);
            self.exclude_sure_achievers(fact);
        }
        self.withdraw_dependents();
        self.restore_supported(facts);
    }

    /// Can all conditions of a rule be true before the excluded facts are?
    pub(super) fn allows(&self, rule: RuleId) -> bool {
        self.rules.conditions[rule as usize].iter().all(|&fact| !self.is_lost[fact as usize])
    }

    /// The facts that are possible only once an excluded fact has been true, the excluded ones among them.
    pub(super) fn lost(&self) -> impl Iterator<Item = FactId> {
        self.withdrawn.iter().copied().filter(|&fact| self.is_lost[fact as usize])
    }

    fn withdraw(&mut self, fact: FactId) {
        if !std::mem::replace(&mut self.is_lost[fact as usize], true) {
            self.withdrawn.push(fact);
        }
    }

    /// An operator that surely makes an excluded fact true is not applied before.
    fn exclude_sure_achievers(&mut self, fact: FactId) {
        let rules = self.rules;
        for operator in rules.sure_achievers(fact) {
            self.excluded_by[operator as usize] = self.exclusion;
            for rule in rules.of_operator(operator) {
                for &effect in &rules.effects[rule as usize] {
                    self.work += 1;
                    if self.support[effect as usize] == Some(rule) {
                        self.withdraw(effect);
                    }
                }
            }
        }
    }

    fn withdraw_dependents(&mut self) {
        let mut next = 0;
        while let Some(&fact) = self.withdrawn.get(next) {
            next += 1;
            for index in self.dependents.range(fact as usize) {
                self.work += 1;
                self.withdraw(self.dependents.items()[index]);
            }
        }
    }

    fn restore_supported(&mut self, excluded: &[FactId]) {
        let rules = self.rules;
        let mut queue = std::mem::take(&mut self.queue);
        for index in 0..self.withdrawn.len() {
            let fact = self.withdrawn[index];
            let has_support = |rule: &RuleId| {
                self.work += rules.conditions[*rule as usize].len() as u64;
                self.applies(*rule)
            };
            if !excluded.contains(&fact) && rules.achievers[fact as usize].iter().any(has_support) {
                self.is_lost[fact as usize] = false;
                queue.push(fact);
            }
        }
        while let Some(fact) = queue.pop() {
            for &rule in &rules.triggers[fact as usize] {
                self.work += rules.effects[rule as usize].len() as u64;
                let is_wanted =
                    |effect: &FactId| self.is_lost[*effect as usize] && !excluded.contains(effect);
                if rules.effects[rule as usize].iter().any(is_wanted) && self.applies(rule) {
                    for &effect in &rules.effects[rule as usize] {
                        if self.is_lost[effect as usize] && !excluded.contains(&effect) {
                            self.is_lost[effect as usize] = false;
                            queue.push(effect);
                        }
                    }
                }
            }
        }
        self.queue = queue;
    }

    fn applies(&self, rule: RuleId) -> bool {
        let is_excluded = |operator: u32| self.excluded_by[operator as usize] == self.exclusion;
        !self.rules.operator(rule).is_some_and(is_excluded) && self.allows(rule)
    }
}

/// The rule that supports each fact, and which facts can be true at all. Breadth first, so that supports are short.
fn explore(rules: &Rules, initial: &[FactId]) -> (Vec<Option<RuleId>>, Vec<bool>) {
    let mut support = vec![None; rules.fact_count()];
    let mut is_reached = vec![false; rules.fact_count()];
    let mut missing: Vec<u32> = rules.conditions.iter().map(|condition| condition.len() as u32).collect();
    let mut queue: VecDeque<FactId> = VecDeque::new();
    let mut reach = |fact: FactId, by: Option<RuleId>, queue: &mut VecDeque<FactId>| {
        if !std::mem::replace(&mut is_reached[fact as usize], true) {
            support[fact as usize] = by;
            queue.push_back(fact);
        }
    };
    for &fact in initial {
        reach(fact, None, &mut queue);
    }
    let unconditional = (0..rules.len()).filter(|&rule| rules.conditions[rule].is_empty());
    for rule in unconditional {
        for &effect in &rules.effects[rule] {
            reach(effect, Some(rule as RuleId), &mut queue);
        }
    }
    while let Some(fact) = queue.pop_front() {
        for &rule in &rules.triggers[fact as usize] {
            missing[rule as usize] -= 1;
            if missing[rule as usize] == 0 {
                for &effect in &rules.effects[rule as usize] {
                    reach(effect, Some(rule), &mut queue);
                }
            }
        }
    }
    (support, is_reached)
}

fn dependents(rules: &Rules, support: &[Option<RuleId>]) -> Rows<FactId> {
    let mut by_fact: Vec<Vec<FactId>> = vec![Vec::new(); support.len()];
    for (fact, rule) in support.iter().enumerate() {
        let conditions = rule.map_or(&[][..], |rule| &rules.conditions[rule as usize]);
        for &condition in conditions {
            by_fact[condition as usize].push(fact as FactId);
        }
    }
    by_fact.into_iter().collect()
}
