//! Growth on a line, where all costs are known.

use super::*;

/// A line on which every step costs 5.
#[derive(Clone, Copy, Debug)]
struct Toll(Line);

impl Reversible for Toll {
    type State = u32;
    type Move = bool;

    fn is_goal(&self, state: &u32) -> bool {
        self.0.is_goal(state)
    }

    fn moves(&self, state: &u32, last: Option<bool>) -> impl Iterator<Item = bool> {
        self.0.moves(state, last)
    }

    fn apply(&self, state: &mut u32, up: bool) {
        self.0.apply(state, up);
    }

    fn inverse(&self, up: bool) -> bool {
        !up
    }

    fn cost(&self, _: bool) -> u32 {
        5
    }

    fn cheapest(&self) -> u32 {
        5
    }
}

/// One input for each place of a line, whose cost is known to be at least two thirds of what it is.
#[derive(Clone, Copy, Debug)]
struct Bounded;

impl Encoding<Line> for Bounded {
    fn inputs(&self) -> usize {
        24
    }

    fn encode(&self, space: &Line, state: &u32, inputs: &mut Vec<(u32, f32)>) {
        OneHot.encode(space, state, inputs);
    }

    fn lower_bound(&self, _: &Line, state: &u32) -> u32 {
        2 * state / 3
    }
}

impl Encoding<Toll> for Bounded {
    fn inputs(&self) -> usize {
        24
    }

    fn encode(&self, space: &Toll, state: &u32, inputs: &mut Vec<(u32, f32)>) {
        OneHot.encode(space, state, inputs);
    }

    fn lower_bound(&self, space: &Toll, state: &u32) -> u32 {
        5 * self.lower_bound(&space.0, state)
    }
}

impl Encoding<Toll> for OneHot {
    fn inputs(&self) -> usize {
        24
    }

    fn encode(&self, space: &Toll, state: &u32, inputs: &mut Vec<(u32, f32)>) {
        self.encode(&space.0, state, inputs);
    }

    fn lower_bound(&self, _: &Toll, _: &u32) -> u32 {
        0
    }
}

fn solve_outright<S: Reversible<State = u32> + Sync, E: Encoding<S> + Clone + Sync>(
    encoding: &E,
    request: &Request<S>,
) -> Attempt<u32> {
    let network = Arc::new(request.network.clone());
    let heuristic = Outright::new(encoding, network, request.reading.clone());
    let report = ida(request.space, &heuristic, &request.start, &Ida::default(), &request.limits, &mut ());
    Attempt::new(report, |plan| solve::costs_along(request.space, request.start, plan))
}

fn grown_on_a_line<S: Reversible<State = u32> + Sync, E: Encoding<S> + Clone + Sync>(
    space: &S,
    encoding: &E,
    options: Options,
) -> Growth<u32> {
    let mut growth = Growth::new(options, 24);
    let domain = Domain { space, encoding, goals: &[0], starts: &[] };
    let solve = |request: &Request<S>| solve_outright(encoding, request);
    while growth.advance(domain, solve, 1, &Budget::unlimited()).unwrap().is_some() {}
    growth
}

#[test]
fn what_a_step_costs_does_not_matter_where_it_is_the_unit() {
    let (line, options) = (Line { length: 24 }, |unit| Options { iterations: 3, unit, ..options(As::Paper) });
    let plain = grown_on_a_line(&line, &OneHot, options(1));
    let dear = grown_on_a_line(&Toll(line), &OneHot, options(5));
    are_the_same(&plain, &dear);
    let [plain, dear] = [plain, dear].map(|growth| growth.reading(0.9).value(0.7, 0.2));
    assert!((5.0 * plain - dear).abs() < 1e-4, "{plain} {dear}");
    let plain = grown_on_a_line(&line, &Bounded, truncated(options(1)));
    let dear = grown_on_a_line(&Toll(line), &Bounded, truncated(options(5)));
    are_the_same(&plain, &dear);
}

/// But for costs that are five times as high.
fn are_the_same(plain: &Growth<u32>, dear: &Growth<u32>) {
    assert!(plain.buffer().len() >= 2);
    assert!(plain.buffer().records().zip(dear.buffer().records()).all(|(a, b)| (a.0, 5 * a.1) == *b));
    assert!(plain.buffer().lower_bounds().zip(dear.buffer().lower_bounds()).all(|(a, b)| 5 * a == b));
    assert_eq!(plain.planning(), dear.planning());
    assert_eq!(plain.bayes(), dear.bayes());
}

fn truncated(options: Options) -> Options {
    Options { planning: PlanningSettings { belief: BeliefKind::Truncated, ..options.planning }, ..options }
}

/// Places are kept as they are.
impl StateFormat<u32> for Line {
    fn length(&self) -> usize {
        1
    }

    fn keep(&self, state: &u32, words: &mut [u64]) {
        words[0] = u64::from(*state);
    }

    fn checked(&self, words: &[u64]) -> Option<u32> {
        u32::try_from(words[0]).ok().filter(|state| *state < self.length)
    }
}

#[test]
fn records_keep_their_lower_bounds_and_no_estimate_is_below_them() {
    let line = Line { length: 24 };
    let options = truncated(Options { iterations: 5, ..options(As::Code) });
    let growth = grown_on_a_line(&line, &Bounded, options.clone());
    let records: Vec<_> = growth.buffer().records().zip(growth.buffer().lower_bounds()).collect();
    assert!(records.iter().all(|((state, _), at_least)| *at_least == 2 * state / 3));
    assert!(records.iter().any(|(_, at_least)| *at_least > 0));
    let network = Arc::new(growth.planning().network.clone());
    let mut heuristic = Outright::new(&Bounded, network, growth.reading(0.0));
    for ((state, cost), at_least) in records {
        let estimate = heuristic.estimate(&line, state);
        assert!(estimate >= at_least && estimate.abs_diff(*cost) <= 3, "{state}: {estimate}");
    }

    let domain = Domain { space: &line, encoding: &Bounded, goals: &[0], starts: &[] };
    let mut resumed = Growth::new(options.clone(), 24);
    while !resumed.is_done() {
        let solve = |request: &Request<Line>| solve_outright(&Bounded, request);
        resumed.advance(domain, solve, 2, &Budget::unlimited()).unwrap();
        let text = serde_json::to_string(&resumed.save(&line)).unwrap();
        resumed = Growth::restore(domain, &options, serde_json::from_str(&text).unwrap()).unwrap();
    }
    assert_eq!(resumed.save(&line), growth.save(&line));
}

#[test]
fn lower_bounds_that_can_not_be_are_refused() {
    let line = Line { length: 24 };
    let domain = Domain { space: &line, encoding: &Bounded, goals: &[0], starts: &[] };
    let restore = |options: &Options, forged: Option<&[u32]>| {
        let mut saved =
            serde_json::to_value(grown_on_a_line(&line, &Bounded, options.clone()).save(&line)).unwrap();
        if let Some(forged) = forged {
            saved["lower_bounds"] = forged.into();
        }
        Growth::restore(domain, options, serde_json::from_value(saved).unwrap()).map(|_| ())
    };
    let gaussian = Options { iterations: 1, ..options(As::Paper) };
    let truncated = truncated(gaussian.clone());
    let damaged = Err(NotRestored::Damaged("lower bounds"));
    assert_eq!((restore(&gaussian, None), restore(&truncated, None)), (Ok(()), Ok(())));
    // The first iteration's tasks are one step from the goal.
    assert_eq!(restore(&truncated, Some(&[1])), Ok(()));
    assert_eq!(restore(&truncated, Some(&[2])), damaged);
    assert_eq!(restore(&truncated, Some(&[])), damaged);
    assert_eq!(restore(&truncated, Some(&[0, 0])), damaged);
    assert_eq!(restore(&gaussian, Some(&[0])), damaged);
}
