//! Plans made by rules are long, as each rule sees one goal only. Here they are shortened afterwards.
//!
//! First, actions are left out that the goals do not need. Then short windows of the plan, of consecutive actions or of actions
//! about the same object, are planned anew at the least cost, as long as this makes the plan cheaper.

mod elimination;
mod local;
mod script;
mod windows;

use self::script::Script;
use self::windows::Windows;
use crate::world::{GroundAction, World};

/// The numbers of actions in a window, in turn: short ones are quick, and long ones find more.
const LENGTHS: [usize; 3] = [6, 12, 20];

/// A plan that costs no more, for the same goals; among plans of equal cost it is no longer.
///
/// The world has to be in the state in which the plan begins, and is left in it. When `is_over` says so, the best plan so far is
/// returned; it is asked before every attempt. Without a limit, thousands of steps may take minutes, most of them for the last
/// few per cent. A plan that can't be applied, or that leaves goals open, is returned as it is.
pub fn shorten(
    world: &mut World<'_>,
    plan: &[GroundAction],
    mut is_over: impl FnMut() -> bool,
) -> Vec<GroundAction> {
    let Some(mut script) = Script::new(world, plan) else { return plan.to_vec() };
    elimination::eliminate(&mut script, &mut is_over);
    let mut windows = Windows::new(world);
    let mut since = 0;
    for length in LENGTHS.into_iter().cycle() {
        if since == LENGTHS.len() || is_over() {
            break;
        }
        since += 1;
        if windows.sweep(world, &mut script, length, &mut is_over) {
            since = 0;
            elimination::eliminate(&mut script, &mut is_over);
        }
    }
    script.steps.into_iter().map(|step| step.action).collect()
}

/// The plan without the actions that the goals do not need: each action is left out if the goals still hold when it is missing,
/// together with all later actions that can't be applied then (Nakhost and Müller, 2010).
///
/// World, plan and `is_over` are as for [`shorten()`], of which this is the first and fastest part.
pub fn eliminate(
    world: &mut World<'_>,
    plan: &[GroundAction],
    mut is_over: impl FnMut() -> bool,
) -> Vec<GroundAction> {
    let Some(mut script) = Script::new(world, plan) else { return plan.to_vec() };
    elimination::eliminate(&mut script, &mut is_over);
    script.steps.into_iter().map(|step| step.action).collect()
}
