//! Strongly connected components.

use crate::Rows;

/// The strongly connected components of a graph given by the successors of each node, such that every
/// component comes after all components it has an edge to. (Tarjan's algorithm, without recursion.)
pub(crate) fn components(successors: &Rows<u32>) -> Rows<u32> {
    const UNSEEN: u32 = u32::MAX;
    let nodes = successors.len();
    let mut index = vec![UNSEEN; nodes];
    let mut lowest = vec![0u32; nodes];
    let mut open = vec![false; nodes];
    let mut stack: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut next_index = 0;
    let mut result = Rows::new();
    for root in 0..nodes as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            let at = node as usize;
            if *edge == 0 && index[at] == UNSEEN {
                index[at] = next_index;
                lowest[at] = next_index;
                next_index += 1;
                open[at] = true;
                stack.push(node);
            }
            if let Some(&target) = successors[at].get(*edge) {
                *edge += 1;
                if index[target as usize] == UNSEEN {
                    path.push((target, 0));
                } else if open[target as usize] {
                    lowest[at] = lowest[at].min(index[target as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                lowest[parent as usize] = lowest[parent as usize].min(lowest[at]);
            }
            if lowest[at] == index[at] {
                while let Some(member) = stack.pop() {
                    open[member as usize] = false;
                    result.push_item(member);
                    if member == node {
                        break;
                    }
                }
                result.end_row();
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_follows_those_it_leads_to() {
        // 0 <-> 1 -> 2, 3 alone, 4 -> 4
        let graph: Rows<u32> = [vec![1], vec![0, 2], vec![], vec![], vec![4]].into_iter().collect();
        let mut found: Vec<Vec<u32>> = components(&graph).iter().map(<[u32]>::to_vec).collect();
        for component in &mut found {
            component.sort_unstable();
        }
        assert_eq!(found, [vec![2], vec![0, 1], vec![3], vec![4]]);
    }

    #[test]
    fn a_long_chain_does_not_overflow_the_stack() {
        let nodes = 200_000u32;
        let graph: Rows<u32> = (0..nodes).map(|node| (node + 1 < nodes).then_some(node + 1)).collect();
        assert_eq!(components(&graph).len(), nodes as usize);
    }
}
