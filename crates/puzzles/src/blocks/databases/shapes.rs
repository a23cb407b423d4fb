//! Shapes of states: the multiset of tower heights, that is, a partition of the number of blocks.

use crate::blocks::Blocks;
use std::collections::BTreeMap;

/// All shapes of `size` blocks, by number.
#[derive(Debug)]
pub(super) struct Shapes {
    size: usize,
    /// The heights of the towers, the highest first.
    heights: Vec<Vec<u8>>,
    /// By height: the number of blocks in higher towers.
    starts: Vec<[u8; Blocks::MOST + 1]>,
    /// By shape and the heights of two towers: the shape after a block has moved from the first to the second.
    after: Vec<u16>,
}

impl Shapes {
    pub(super) fn new(size: usize) -> Self {
        let heights = partitions(size);
        let numbers: BTreeMap<&[u8], u16> = heights.iter().map(Vec::as_slice).zip(0..).collect();
        let mut after = vec![0; heights.len() * (size + 1) * (size + 1)];
        for (heights, after) in heights.iter().zip(after.chunks_mut((size + 1) * (size + 1))) {
            for (from, to) in pairs(heights) {
                let moved = moved(heights, from, to);
                after[usize::from(from) * (size + 1) + usize::from(to)] = numbers[moved.as_slice()];
            }
        }
        let starts = heights.iter().map(|heights| starts(heights)).collect();
        Self { size, heights, starts, after }
    }

    pub(super) fn count(size: usize) -> usize {
        let mut counts = vec![0; size + 1];
        counts[0] = 1;
        for height in 1..=size {
            for blocks in height..=size {
                counts[blocks] += counts[blocks - height];
            }
        }
        counts[size]
    }

    /// The number of the shape with these towers, the highest first.
    pub(super) fn number(&self, heights: &[u8]) -> u16 {
        self.heights.iter().position(|other| other == heights).unwrap_or(0) as u16
    }

    pub(super) fn heights(&self, shape: u16) -> &[u8] {
        &self.heights[usize::from(shape)]
    }

    /// Positions are numbered tower by tower, the highest first, each from bottom to top. By height: the first position of
    /// the towers of that height.
    #[inline(always)]
    pub(super) fn starts(&self, shape: u16) -> &[u8; Blocks::MOST + 1] {
        &self.starts[usize::from(shape)]
    }

    /// The shape after a block has moved from a tower to another, given their heights; height 0 is the table.
    #[inline(always)]
    pub(super) fn after(&self, shape: u16, from: u8, to: u8) -> u16 {
        let row = usize::from(shape) * (self.size + 1) + usize::from(from);
        self.after[row * (self.size + 1) + usize::from(to)]
    }
}

/// All partitions of a number, the largest part first.
fn partitions(sum: usize) -> Vec<Vec<u8>> {
    fn extend(parts: &mut Vec<u8>, rest: u8, greatest: u8, all: &mut Vec<Vec<u8>>) {
        if rest == 0 {
            all.push(parts.clone());
        }
        for part in (1..=greatest.min(rest)).rev() {
            parts.push(part);
            extend(parts, rest - part, part, all);
            parts.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), sum as u8, sum as u8, &mut all);
    all
}

/// The heights of any two towers, the second 0 for the table.
fn pairs(heights: &[u8]) -> impl Iterator<Item = (u8, u8)> {
    let onto = |from: usize| {
        let others = heights.iter().enumerate().filter(move |&(to, _)| to != from).map(|(_, &height)| height);
        others.chain([0])
    };
    heights.iter().enumerate().flat_map(move |(from, &height)| onto(from).map(move |to| (height, to)))
}

fn moved(heights: &[u8], from: u8, to: u8) -> Vec<u8> {
    let mut moved = heights.to_vec();
    moved.push(0);
    for (old, new) in [(from, from - 1), (to, to + 1)] {
        if let Some(height) = moved.iter_mut().find(|height| **height == old) {
            *height = new;
        }
    }
    moved.retain(|&height| height > 0);
    moved.sort_unstable_by(|a, b| b.cmp(a));
    moved
}

fn starts(heights: &[u8]) -> [u8; Blocks::MOST + 1] {
    std::array::from_fn(|height| heights.iter().filter(|&&other| usize::from(other) > height).sum())
}
