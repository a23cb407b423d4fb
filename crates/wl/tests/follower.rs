//! Counts that follow a search are those of the definition.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

use pddl::{Source, Strictness};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Budget, StateSpace};
use task::{Space, Task};
use wl::{ColourCounts, Facts, Follower, Neighbours, Options, Palette, Vocabulary};

/// A generated task, and the names of its domain.
fn task_of(domain: &'static generators::Domain, number: u64) -> (Task, Vocabulary) {
    let generator = generators::Generator::new(domain, generators::Size::Small);
    let text = generator.problem(7, number).unwrap();
    let parsed = pddl::parse_domain(&Source::new("domain", domain.pddl), Strictness::Lenient).unwrap().value;
    let problem = pddl::parse_problem(&parsed, &Source::new("problem", text), Strictness::Lenient).unwrap();
    let name = |predicate: &pddl::Predicate| format!("{}/{}", predicate.name, predicate.parameters.len());
    let predicates = parsed.predicates.iter().map(name).collect();
    let task = task::ground(&parsed, &problem.value, &Budget::unlimited()).unwrap();
    (task, Vocabulary::new(predicates, Vec::new()))
}

/// The states of a random walk.
fn walk(space: &Space, steps: usize, random: &mut ChaCha8Rng) -> Vec<Vec<u64>> {
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut states = vec![state.clone()];
    for _ in 0..steps {
        let mut successors = Vec::new();
        space.successors(&state, &mut scratch, |_, next| successors.push(next.to_vec()));
        let Some(next) = (!successors.is_empty()).then(|| random.random_range(0..successors.len())) else {
            break;
        };
        state = successors.swap_remove(next);
        states.push(state.clone());
    }
    states
}

fn all_options() -> impl Iterator<Item = Options> {
    let kinds = [Neighbours::Set, Neighbours::Multiset].into_iter();
    let kinds = kinds.flat_map(|neighbours| [Facts::Ground, Facts::All].map(|facts| (neighbours, facts)));
    kinds.flat_map(|(neighbours, facts)| {
        (0..=Options::MOST_ITERATIONS).map(move |iterations| Options {
            iterations,
            neighbours,
            facts,
            types: iterations % 2 == 0,
            constants: true,
        })
    })
}

#[test]
fn followed_counts_are_those_of_the_definition_on_random_walks_in_all_domains() {
    for domain in generators::DOMAINS {
        let (first, vocabulary) = task_of(domain, 1);
        let (second, _) = task_of(domain, 2);
        let spaces = [&first, &second].map(Space::new);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for options in all_options() {
            let mut palette = Palette::new(options, vocabulary.clone());
            let graph = palette.graph(&first).unwrap();
            for state in walk(&spaces[0], 20, &mut random) {
                palette.learn(&graph, &spaces[0], &state);
            }
            assert_eq!(Palette::from_text(&palette.to_text()).as_ref(), Ok(&palette));
            // The second task has colours that were never met.
            for (task, space) in [&first, &second].into_iter().zip(&spaces) {
                let graph = palette.graph(task).unwrap();
                let tally = ColourCounts::new(palette.len());
                let mut follower = Follower::new(&palette, graph.clone(), space, tally);
                let mut states = walk(space, 15, &mut random);
                // Searches jump, too.
                states.extend(walk(space, 5, &mut random));
                for state in states {
                    let expected = palette.count(&graph, space, &state);
                    assert_eq!(
                        follower.go_to(space, &state).counts(),
                        expected,
                        "{} {options:?}",
                        domain.name
                    );
                }
            }
        }
    }
}
