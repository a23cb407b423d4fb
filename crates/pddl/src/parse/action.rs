//! `:action`.

use tools::nearest;

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::Node;
use crate::symbols::{Symbol, keyword};
use crate::{Action, Cost, Effect, Formula};

use super::body::Body;
use super::define::Section;

/// The parts of `(:action name :parameters () :precondition () :effect ())`.
struct Parts<'t> {
    name: Node<'t>,
    parameters: Option<Node<'t>>,
    precondition: Option<Node<'t>>,
    effect: Option<Node<'t>>,
}

/// Reads an action.
pub(crate) fn action(section: Section<'_>, body: &mut Body<'_>) -> Result<Action> {
    let parts = parts(section)?;
    let arity = match parts.parameters {
        Some(list) => body.bind(list)?.len(),
        None => 0,
    };
    let precondition = match parts.precondition {
        Some(node) => body.formula(node)?,
        None => Formula::TRUE,
    };
    let mut cost: Vec<Cost> = Vec::new();
    let effect = match parts.effect {
        Some(node) => body.effect(node, Some(&mut cost))?,
        None => Effect::And(Vec::new()),
    };
    let variables = body.scope.finish();
    Ok(Action { name: parts.name.word().to_owned(), variables, arity, precondition, effect, cost })
}

/// The name after `:action`.
pub(crate) fn action_name(section: Section<'_>) -> Result<(Node<'_>, Symbol)> {
    match section.content().next().and_then(|name| Some((name, name.symbol()?))) {
        Some((name, symbol)) if !name.word().starts_with([':', '?']) => Ok((name, symbol)),
        _ => Err(Fault::error(section.keyword.span(), "expected the action's name")
            .help("write `(:action name :parameters (…) :precondition … :effect …)`")),
    }
}

fn parts(section: Section<'_>) -> Result<Parts<'_>> {
    let (name, _) = action_name(section)?;
    let mut parts = Parts { name, parameters: None, precondition: None, effect: None };
    let mut nodes = section.content();
    nodes.next();
    while let Some(key) = nodes.next() {
        let slot = match key.symbol() {
            Some(keyword::PARAMETERS_KEY) => &mut parts.parameters,
            Some(keyword::PRECONDITION_KEY) => &mut parts.precondition,
            Some(keyword::EFFECT_KEY) => &mut parts.effect,
            _ => return Err(unknown_part(key)),
        };
        let Some(value) = nodes.next() else {
            return Err(Fault::error(key.span(), format!("nothing follows {}", quoted(key.word()))));
        };
        if value.word().starts_with(':') {
            let fault = Fault::error(key.span(), format!("nothing follows {}", quoted(key.word())));
            return Err(fault.help("write `()` for nothing"));
        }
        if slot.replace(value).is_some() {
            let message = format!("{} is given twice", quoted(key.word()));
            return Err(Fault::error(key.span(), message).help("join conditions or effects by `(and …)`"));
        }
    }
    Ok(parts)
}

fn unknown_part(key: Node<'_>) -> Box<Fault> {
    if key.is_list() {
        return Fault::error(key.span(), "expected `:parameters`, `:precondition` or `:effect`")
            .label("a list")
            .help("several conditions or effects are joined by `(and …)`");
    }
    if matches!(key.word(), ":duration" | ":condition") {
        return Fault::unsupported(key.span(), "durative actions");
    }
    if key.word() == ":vars" {
        let fault = Fault::unsupported(key.span(), "`:vars`");
        return fault.help("put the variables into :parameters");
    }
    let known = [":parameters", ":precondition", ":effect"];
    Fault::error(key.span(), format!("unknown part {} of an action", quoted(key.word())))
        .label("expected `:parameters`, `:precondition` or `:effect`")
        .suggest(nearest(key.word(), known))
}
