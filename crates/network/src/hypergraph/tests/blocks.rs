//! The world of blocks: hypergraphs with facts that hundreds of actions bring about, as tasks have them.

use super::super::*;
use super::Problem;
use rand::Rng;

/// The facts of a number of blocks, in the order of their names.
struct Facts(u32);

impl Facts {
    const ARM_EMPTY: u32 = 0;

    fn clear(&self, block: u32) -> u32 {
        1 + block
    }

    fn holding(&self, block: u32) -> u32 {
        1 + self.0 + block
    }

    fn on(&self, block: u32, below: u32) -> u32 {
        1 + 2 * self.0 + block * self.0 + below
    }

    fn on_table(&self, block: u32) -> u32 {
        1 + 2 * self.0 + self.0 * self.0 + block
    }

    fn count(&self) -> usize {
        self.on_table(self.0) as usize
    }
}

/// A block is on the table, or on another.
type Towers = Vec<Option<u32>>;

fn towers(blocks: u32, rng: &mut impl Rng) -> Towers {
    let mut order: Vec<u32> = (0..blocks).collect();
    (1..order.len()).for_each(|last| order.swap(last, rng.random_range(0..=last)));
    let mut below = vec![None; blocks as usize];
    for pair in order.windows(2) {
        below[pair[1] as usize] = rng.random_bool(0.6).then_some(pair[0]);
    }
    below
}

/// A random state and goal, and twice the number of blocks that have to be moved.
pub fn problem(blocks: u32, rng: &mut impl Rng) -> (Problem, f32) {
    let (now, goal) = (towers(blocks, rng), towers(blocks, rng));
    let facts = Facts(blocks);
    let mut features = vec![[0.0; NODE_FEATURES]; facts.count()];
    let mut set = |fact: u32, feature: usize| features[fact as usize][feature] = 1.0;
    set(Facts::ARM_EMPTY, 0);
    for block in 0..blocks {
        match now[block as usize] {
            Some(below) => set(facts.on(block, below), 0),
            None => set(facts.on_table(block), 0),
        }
        if !now.contains(&Some(block)) {
            set(facts.clear(block), 0);
        }
        if let Some(below) = goal[block as usize] {
            set(facts.on(block, below), 1);
        }
    }
    let edges = actions(&facts);
    let global = [features.len() as f32, edges.len() as f32];
    (Problem { features, edges, global }, 2.0 * misplaced(&now, &goal) as f32)
}

/// A block has to be moved if it is not where the goal has it, or if one below it has to be.
fn misplaced(now: &Towers, goal: &Towers) -> usize {
    let moved = |block: usize| {
        let mut next = Some(block);
        while let Some(block) = next {
            let wanted = goal[block].is_some() || goal.contains(&now[block]) && now[block].is_some();
            if wanted && now[block] != goal[block] {
                return true;
            }
            next = now[block].map(|below| below as usize);
        }
        false
    };
    (0..now.len()).filter(|&block| moved(block)).count()
}

fn actions(facts: &Facts) -> Vec<(Vec<u32>, Vec<u32>, [f32; EDGE_FEATURES])> {
    let mut edges = Vec::new();
    let mut add = |senders: Vec<u32>, receivers: Vec<u32>| {
        let features = [1.0, senders.len() as f32, receivers.len() as f32];
        edges.push((senders, receivers, features));
    };
    let empty = Facts::ARM_EMPTY;
    for block in 0..facts.0 {
        let (clear, holding, on_table) = (facts.clear(block), facts.holding(block), facts.on_table(block));
        add(vec![empty, clear, on_table], vec![holding]);
        add(vec![holding], vec![empty, clear, on_table]);
        for below in (0..facts.0).filter(|&below| below != block) {
            let (on, clear_below) = (facts.on(block, below), facts.clear(below));
            add(vec![clear_below, holding], vec![empty, clear, on]);
            add(vec![empty, clear, on], vec![clear_below, holding]);
        }
    }
    edges
}
