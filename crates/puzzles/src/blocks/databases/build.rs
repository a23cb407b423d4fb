//! Building a pattern database by breadth-first search from the goal.

use super::Pattern;
use super::pattern::Spot;
use super::shapes::Shapes;
use crate::blocks::Blocks;
use crate::permutation::unrank;
use search::{Budget, Exhausted};

const UNKNOWN: u8 = u8::MAX;

/// The number of entries between checks of the budget.
const BETWEEN_CHECKS: usize = 1 << 16;

/// The database of a pattern: the cost of every abstract state, by breadth-first search from the abstract goal.
///
/// # Errors
/// If the budget does not suffice.
pub fn build(pattern: &Pattern, budget: &Budget) -> Result<Vec<u8>, Exhausted> {
    let shapes = Shapes::new(pattern.size());
    budget.check_with(pattern.entries() as u64)?;
    let mut costs = vec![UNKNOWN; pattern.entries()];
    let single = pattern.size() as u8;
    let goal = pattern.entry(&shapes, shapes.number(&[single]), |index| Spot {
        tower: 0,
        height: single,
        level: pattern.blocks()[index] - 1,
    });
    costs[goal] = 0;
    let mut layer = vec![goal as u32];
    for cost in 1..UNKNOWN {
        let mut next = Vec::new();
        for (number, entry) in layer.into_iter().enumerate() {
            if number.is_multiple_of(BETWEEN_CHECKS) {
                budget.check()?;
            }
            Abstract::new(pattern, &shapes, entry as usize).successors(pattern, &shapes, |entry| {
                if costs[entry] == UNKNOWN {
                    costs[entry] = cost;
                    next.push(entry as u32);
                }
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    Ok(costs)
}

/// An abstract state.
struct Abstract {
    shape: u16,
    /// By the index of a block in the pattern.
    spots: [Spot; Blocks::MOST],
    /// One tower of each group that the abstraction can't tell apart.
    distinct: Vec<Tower>,
}

struct Tower {
    number: u8,
    height: u8,
    /// The block of the pattern that is on top.
    top: Option<usize>,
    /// The size of its group.
    count: u8,
}

impl Abstract {
    fn new(pattern: &Pattern, shapes: &Shapes, entry: usize) -> Self {
        let shape = (entry / pattern.placements()) as u16;
        let mut places = [0; Blocks::MOST];
        let places = &mut places[..pattern.blocks().len()];
        unrank(entry % pattern.placements(), places, pattern.size());
        let mut spots = [Spot::default(); Blocks::MOST];
        let mut distinct: Vec<Tower> = Vec::new();
        let (mut start, mut alike) = (0, None);
        for (number, &height) in (0..).zip(shapes.heights(shape)) {
            let (mut is_alike, mut top) = (true, None);
            for (index, &place) in places.iter().enumerate() {
                if (start..start + height).contains(&place) {
                    spots[index] = Spot { tower: number, height, level: place - start };
                    is_alike = false;
                    top = if place + 1 == start + height { Some(index) } else { top };
                }
            }
            start += height;
            match distinct.last_mut().filter(|_| is_alike && alike == Some(height)) {
                Some(tower) => tower.count += 1,
                None => distinct.push(Tower { number, height, top, count: 1 }),
            }
            alike = is_alike.then_some(height);
        }
        Self { shape, spots, distinct }
    }

    fn successors(&self, pattern: &Pattern, shapes: &Shapes, mut visit: impl FnMut(usize)) {
        for from in &self.distinct {
            for to in &self.distinct {
                if to.number != from.number {
                    visit(self.moved(pattern, shapes, from, (to.number, to.height)));
                } else if to.count > 1 {
                    // Onto another tower of its group.
                    visit(self.moved(pattern, shapes, from, (to.number + 1, to.height)));
                }
            }
            if from.height > 1 {
                visit(self.moved(pattern, shapes, from, (Blocks::MOST as u8, 0)));
            }
        }
    }

    /// The entry after the top block of a tower has moved to another one, given by its number and height.
    fn moved(&self, pattern: &Pattern, shapes: &Shapes, from: &Tower, (to, to_height): (u8, u8)) -> usize {
        let shape = shapes.after(self.shape, from.height, to_height);
        pattern.entry(shapes, shape, |index| match self.spots[index] {
            _ if from.top == Some(index) => Spot { tower: to, height: to_height + 1, level: to_height },
            spot if spot.tower == from.number => Spot { height: spot.height - 1, ..spot },
            spot if spot.tower == to => Spot { height: spot.height + 1, ..spot },
            spot => spot,
        })
    }
}
