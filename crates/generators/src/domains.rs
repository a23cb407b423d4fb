//! All domains. A new one is a file here, its PDDL in `domains/`, and its line in the list.

use crate::Domain;

mod blocksworld;
mod depots;
mod grid;
mod gripper;
mod ipc23;
mod logistics;
mod n_puzzle;
mod pipesworld;
mod rovers;
mod satellite;
mod scanalyzer;
mod storage;
mod transport;

/// All domains, by name.
pub static DOMAINS: [&Domain; 22] = [
    &blocksworld::DOMAIN,
    &depots::DOMAIN,
    &grid::DOMAIN,
    &gripper::DOMAIN,
    &ipc23::blocksworld::DOMAIN,
    &ipc23::childsnack::DOMAIN,
    &ipc23::ferry::DOMAIN,
    &ipc23::floortile::DOMAIN,
    &ipc23::miconic::DOMAIN,
    &ipc23::rovers::DOMAIN,
    &ipc23::satellite::DOMAIN,
    &ipc23::sokoban::DOMAIN,
    &ipc23::spanner::DOMAIN,
    &ipc23::transport::DOMAIN,
    &logistics::DOMAIN,
    &n_puzzle::DOMAIN,
    &pipesworld::DOMAIN,
    &rovers::DOMAIN,
    &satellite::DOMAIN,
    &scanalyzer::DOMAIN,
    &storage::DOMAIN,
    &transport::DOMAIN,
];

/// The domain of this name.
pub fn find(name: &str) -> Option<&'static Domain> {
    DOMAINS.iter().copied().find(|domain| domain.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn the_list_is_sorted_by_name() {
        assert!(DOMAINS.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn the_pddl_has_the_name_that_problems_refer_to() {
        for domain in DOMAINS {
            let define = format!("(define (domain {})", domain.pddl_name);
            assert!(domain.pddl.contains(&define), "{}", domain.name);
        }
    }

    #[test]
    fn defaults_are_in_range_and_never_fall_from_size_to_size() {
        for domain in DOMAINS {
            for parameter in domain.parameters {
                let defaults = Size::ALL.map(|size| parameter.check(parameter.default(size)).unwrap());
                assert!(defaults.is_sorted(), "{} {}", domain.name, parameter.name);
            }
        }
    }
}
