//! Ranking and unranking states, and drawing one uniformly.
//!
//! A state is built by a sequence of decisions, after Slaney and Thiébaux (Blocks World revisited, 2001). At first every
//! block is a floating tower of its own. Again and again, the floating tower whose bottom block has the highest number is
//! put onto another tower or the table, until none floats. Counting the outcomes of each decision numbers the states.

use super::{Blocks, State, TABLE};
use crate::Ranked;
use rand::Rng;

const MOST: usize = Blocks::MOST;

/// By numbers of floating and grounded towers: the number of states that can result.
static OUTCOMES: [[u128; MOST + 1]; MOST + 1] = outcomes();

const fn outcomes() -> [[u128; MOST + 1]; MOST + 1] {
    let mut outcomes = [[1; MOST + 1]; MOST + 1];
    let mut floating = 1;
    while floating <= MOST {
        let mut grounded = 0;
        while grounded + floating <= MOST {
            let fewer = outcomes[floating - 1];
            let others = (floating - 1 + grounded) as u128;
            outcomes[floating][grounded] = others * fewer[grounded] + fewer[grounded + 1];
            grounded += 1;
        }
        floating += 1;
    }
    outcomes
}

impl Blocks {
    /// The number of states.
    pub fn states(&self) -> u128 {
        OUTCOMES[self.size()][0]
    }

    /// A state drawn uniformly.
    pub fn random(&self, rng: &mut impl Rng) -> State {
        self.numbered(rng.random_range(0..self.states()))
    }

    fn number(&self, state: &State) -> u128 {
        let mut number = 0;
        let mut grounded: Vec<u8> = Vec::with_capacity(MOST);
        for block in (1..=self.size).rev() {
            let floating = usize::from(block) - 1;
            let each = OUTCOMES[floating][grounded.len()];
            let tower = match state.below(block) {
                TABLE => floating + grounded.len(),
                below => {
                    let bottom = bottom_above(state, below, block);
                    let on_table = grounded.iter().position(|&other| other == bottom);
                    on_table.map_or(usize::from(bottom) - 1, |index| floating + index)
                }
            };
            number += tower as u128 * each;
            if state.below(block) == TABLE {
                grounded.push(block);
            }
        }
        number
    }

    fn numbered(&self, mut number: u128) -> State {
        let mut below = [TABLE; MOST + 1];
        // The top block of each floating tower, by its bottom block.
        let mut tops: [u8; MOST + 1] = std::array::from_fn(|block| block as u8);
        let mut grounded: Vec<u8> = Vec::with_capacity(MOST);
        for block in (1..=self.size()).rev() {
            let (floating, top) = (block - 1, tops[block]);
            let each = OUTCOMES[floating][grounded.len()];
            let tower = (number / each).min((floating + grounded.len()) as u128) as usize;
            number -= tower as u128 * each;
            if tower == floating + grounded.len() {
                grounded.push(top);
                continue;
            }
            let other = match tower.checked_sub(floating) {
                Some(index) => &mut grounded[index],
                None => &mut tops[tower + 1],
            };
            below[block] = std::mem::replace(other, top);
        }
        self.with(|block| below[usize::from(block)])
    }
}

/// The bottom block of a tower, when only blocks with numbers above `decided` have been placed.
fn bottom_above(state: &State, mut block: u8, decided: u8) -> u8 {
    while block > decided && state.below(block) != TABLE {
        block = state.below(block);
    }
    block
}

impl Ranked for Blocks {
    fn count(&self) -> Option<usize> {
        self.states().try_into().ok()
    }

    fn rank(&self, state: &State) -> usize {
        self.number(state) as usize
    }

    fn unrank(&self, rank: usize) -> State {
        self.numbered(rank as u128)
    }
}
