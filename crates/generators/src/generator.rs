//! A domain with values for its parameters, which generates problems.

use crate::domain::Refusal;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, GenerateError, Size};

/// At most this many problems are drawn to find a solvable one whose goal does not hold initially.
const MAX_DRAWS: u32 = 1000;

/// A domain with values for its parameters.
#[derive(Clone, Debug)]
pub struct Generator {
    domain: &'static Domain,
    values: Values,
}

impl Generator {
    /// The generator for problems of this size.
    pub fn new(domain: &'static Domain, size: Size) -> Self {
        let parameters = domain.parameters;
        let numbers = parameters.iter().map(|parameter| parameter.default(size)).collect();
        Self { domain, values: Values { parameters, numbers } }
    }

    /// The domain.
    pub fn domain(&self) -> &'static Domain {
        self.domain
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// When there is no such parameter, or the value is out of its range.
    pub fn set(&mut self, name: &str, number: u32) -> Result<(), GenerateError> {
        let index = self.domain.parameters.iter().position(|parameter| parameter.name == name);
        let index = index
            .ok_or_else(|| GenerateError::UnknownParameter { domain: self.domain, name: name.to_owned() })?;
        self.values.numbers[index] = self.domain.parameters[index].check(number)?;
        Ok(())
    }

    /// The PDDL text of a problem: solvable, and with a goal that does not hold initially. It depends only on the parameters,
    /// the seed and its number.
    ///
    /// # Errors
    /// When the parameters contradict each other, or allow too few problems worth solving.
    pub fn problem(&self, seed: u64, number: u64) -> Result<String, GenerateError> {
        let mut random = Random::new(seed, number);
        for _ in 0..MAX_DRAWS {
            match (self.domain.draw)(&self.values, &mut random) {
                Ok(problem) if !problem.is_solved() => {
                    let Domain { name, pddl_name, .. } = self.domain;
                    let header = format!("; The last problem of: {}\n", self.command(seed, number));
                    return Ok(header + &problem.pddl(&format!("{name}-{seed}-{number}"), pddl_name));
                }
                Ok(_) | Err(Refusal::Unlucky) => {}
                Err(Refusal::Contradiction(why)) => return Err(GenerateError::Contradiction(why)),
            }
        }
        Err(GenerateError::NoneFound { draws: MAX_DRAWS })
    }

    /// The command that generates `count` problems, with every parameter spelled out.
    pub fn command(&self, seed: u64, count: u64) -> String {
        let mut command = format!("hstar generate {}", self.domain.name);
        for (parameter, number) in self.values.parameters.iter().zip(&self.values.numbers) {
            command += &format!(" --{} {number}", parameter.name);
        }
        command + &format!(" --seed {seed} --count {count}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DOMAINS;

    fn generators() -> impl Iterator<Item = Generator> {
        DOMAINS.iter().map(|&domain| Generator::new(domain, Size::Small))
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        for generator in generators() {
            assert_eq!(generator.problem(3, 5).unwrap(), generator.problem(3, 5).unwrap());
        }
    }

    #[test]
    fn a_problem_stays_as_it_was() {
        let mut generator = Generator::new(crate::find("gripper").unwrap(), Size::Small);
        generator.set("balls", 2).unwrap();
        let expected = "\
; The last problem of: hstar generate gripper --balls 2 --rooms 2 --seed 1 --count 1
(define (problem gripper-1-1)
  (:domain gripper)
  (:objects
    room1 room2
    ball1 ball2
    left right)
  (:init
    (room room1)
    (room room2)
    (ball ball1)
    (ball ball2)
    (gripper left)
    (gripper right)
    (free left)
    (free right)
    (at-robby room2)
    (at ball1 room2)
    (at ball2 room2))
  (:goal (and
    (at ball1 room1)
    (at ball2 room1))))
";
        assert_eq!(generator.problem(1, 1).unwrap(), expected);
    }

    #[test]
    fn other_seeds_and_numbers_give_other_tasks() {
        // The header and the name differ anyway.
        let task = |text: String| text.split_once("(:objects").unwrap().1.to_owned();
        for generator in generators() {
            let name = generator.domain.name;
            let of_one_seed: Vec<_> = (1..=10).map(|n| task(generator.problem(1, n).unwrap())).collect();
            let of_many_seeds: Vec<_> =
                (2..=11).map(|seed| task(generator.problem(seed, 1).unwrap())).collect();
            let mut all = [of_one_seed, of_many_seeds].concat();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), 20, "{name}");
        }
    }

    #[test]
    fn the_header_names_the_command() {
        let mut generator = Generator::new(crate::find("logistics").unwrap(), Size::Small);
        generator.set("trucks", 7).unwrap();
        let problem = generator.problem(9, 4).unwrap();
        let header = problem.lines().next().unwrap();
        assert!(
            header.starts_with("; The last problem of: hstar generate logistics --airplanes "),
            "{header}"
        );
        assert!(header.contains(" --trucks 7 "), "{header}");
        assert!(header.ends_with(" --seed 9 --count 4"), "{header}");
    }

    #[test]
    fn wrong_parameters_are_refused_with_a_reason() {
        let mut blocks = Generator::new(crate::find("blocksworld").unwrap(), Size::Small);
        let message = |error: GenerateError| error.to_string();
        assert_eq!(
            blocks.set("block", 3).map_err(message),
            Err("blocksworld has no parameter `block`; it has blocks".into())
        );
        assert_eq!(
            blocks.set("blocks", 0).map_err(message),
            Err("blocks has to be a whole number from 2 to 500".into())
        );
        let mut logistics = Generator::new(crate::find("logistics").unwrap(), Size::Small);
        logistics.set("cities", 6).unwrap();
        logistics.set("trucks", 5).unwrap();
        assert!(matches!(logistics.problem(1, 1), Err(GenerateError::Contradiction(_))));
    }

    #[test]
    fn extreme_numbers_give_a_problem_or_a_reason() {
        for domain in DOMAINS {
            let mut least = Generator::new(domain, Size::Small);
            for parameter in domain.parameters {
                least.set(parameter.name, parameter.least).unwrap();
                for number in [parameter.least, parameter.most] {
                    let mut generator = Generator::new(domain, Size::Small);
                    generator.set(parameter.name, number).unwrap();
                    // Whatever the answer is, it is no panic.
                    let _ = generator.problem(1, 1);
                }
            }
            let _ = least.problem(1, 1);
        }
    }

    #[test]
    fn problems_that_are_all_solved_are_given_up_in_the_end() {
        let mut logistics = Generator::new(crate::find("logistics").unwrap(), Size::Small);
        for name in ["cities", "city-size"] {
            logistics.set(name, 1).unwrap();
        }
        assert_eq!(logistics.problem(1, 1), Err(GenerateError::NoneFound { draws: MAX_DRAWS }));
    }
}
