//! The arguments of a tool: their declarations, and how they are read.

use serde_json::{Map, Value, json};

/// An argument as it is declared.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: ParameterKind,
    pub(crate) help: &'static str,
}

/// The kind of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    Text,
    /// A path; there are none without a folder.
    File,
    Flag,
    Count,
    Seconds,
    /// Numbers by name.
    Counts,
}

/// The JSON schema of arguments.
pub(crate) fn schema(parameters: &[&[Parameter]], has_folder: bool) -> Value {
    let properties: Map<String, Value> = parameters
        .iter()
        .copied()
        .flatten()
        .filter(|parameter| has_folder || parameter.kind != ParameterKind::File)
        .map(|Parameter { name, kind, help }| {
            let mut property = match kind {
                ParameterKind::Text | ParameterKind::File => json!({"type": "string"}),
                ParameterKind::Flag => json!({"type": "boolean"}),
                ParameterKind::Count => json!({"type": "integer", "minimum": 0}),
                ParameterKind::Seconds => json!({"type": "number", "exclusiveMinimum": 0}),
                ParameterKind::Counts => {
                    json!({"type": "object", "additionalProperties": {"type": "integer"}})
                }
            };
            property["description"] = (*help).into();
            ((*name).to_owned(), property)
        })
        .collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// Arguments that were checked against their declarations.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a>(&'a Map<String, Value>);

impl<'a> Arguments<'a> {
    pub(crate) fn new(given: &'a Map<String, Value>, parameters: &[&[Parameter]]) -> Result<Self, String> {
        let known = || parameters.iter().copied().flatten();
        for (name, value) in given {
            let Some(parameter) = known().find(|parameter| parameter.name == name) else {
                let similar = tools::nearest(name, known().map(|parameter| parameter.name));
                let hint = similar.map_or(String::new(), |similar| format!("; did you mean `{similar}`?"));
                return Err(format!("there is no argument `{name}`{hint}"));
            };
            let (fits, wanted) = match parameter.kind {
                ParameterKind::Text | ParameterKind::File => (value.is_string(), "a string"),
                ParameterKind::Flag => (value.is_boolean(), "true or false"),
                ParameterKind::Count => (value.is_u64(), "a whole number from 0 up"),
                ParameterKind::Seconds => {
                    (value.as_f64().is_some_and(|seconds| seconds > 0.0), "a number of seconds above 0")
                }
                ParameterKind::Counts => {
                    let is_counts = |counts: &Map<String, Value>| counts.values().all(Value::is_u64);
                    (value.as_object().is_some_and(is_counts), "an object of whole numbers from 0 up")
                }
            };
            if !fits && !value.is_null() {
                return Err(format!("`{name}` is {wanted}"));
            }
        }
        Ok(Self(given))
    }

    pub(crate) fn text(self, name: &str) -> Option<&'a str> {
        self.0.get(name).and_then(Value::as_str)
    }

    pub(crate) fn flag(self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    pub(crate) fn count(self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    pub(crate) fn seconds(self, name: &str) -> Option<f64> {
        self.0.get(name).and_then(Value::as_f64)
    }

    pub(crate) fn counts(self, name: &str) -> impl Iterator<Item = (&'a str, u64)> {
        let counts = self.0.get(name).and_then(Value::as_object).into_iter().flatten();
        counts.filter_map(|(name, number)| Some((name.as_str(), number.as_u64()?)))
    }
}
