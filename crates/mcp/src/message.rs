//! JSON-RPC 2.0: messages and errors.

use serde_json::{Map, Value, json};

/// A message that asks for something.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    /// It has to be answered.
    Request { id: Value, method: String, params: Map<String, Value> },
    /// It must not be answered.
    Notification { method: String, params: Map<String, Value> },
    /// An answer to a question that this server has never asked.
    Answer,
}

/// Why a message can't be answered as it wants to be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) code: i32,
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn no_json(message: impl ToString) -> Self {
        Self { code: -32700, message: message.to_string() }
    }

    pub(crate) fn no_request(message: impl ToString) -> Self {
        Self { code: -32600, message: message.to_string() }
    }

    pub(crate) fn no_method(method: &str) -> Self {
        Self { code: -32601, message: format!("there is no method {method:?}") }
    }

    pub(crate) fn wrong_params(message: impl ToString) -> Self {
        Self { code: -32602, message: message.to_string() }
    }

    pub(crate) fn busy(message: impl ToString) -> Self {
        Self { code: -32000, message: message.to_string() }
    }
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// With the id to answer to, if there is one.
    pub(crate) fn read(value: Value) -> Result<Self, (Value, Refusal)> {
        let Value::Object(mut fields) = value else {
            return Err((Value::Null, Refusal::no_request("a message is an object")));
        };
        let id = fields.remove("id");
        let usable = id.clone().filter(|id| id.is_string() || id.is_i64() || id.is_u64());
        let refuse = |refusal| Err((usable.clone().unwrap_or(Value::Null), refusal));
        if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return refuse(Refusal::no_request("a message has \"jsonrpc\": \"2.0\""));
        }
        let method = match fields.remove("method") {
            Some(Value::String(method)) => method,
            None if fields.contains_key("result") || fields.contains_key("error") => return Ok(Self::Answer),
            _ => return refuse(Refusal::no_request("a request has a method, which is a string")),
        };
        let params = match fields.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            // Not even an error may answer a notification.
            Some(_) if id.is_none() => return Ok(Self::Notification { method, params: Map::new() }),
            Some(_) => return refuse(Refusal::wrong_params("params are an object")),
        };
        match (id, usable) {
            (None, _) => Ok(Self::Notification { method, params }),
            (Some(_), Some(id)) => Ok(Self::Request { id, method, params }),
            (Some(_), None) => {
                Err((Value::Null, Refusal::no_request("the id of a request is a string or a whole number")))
            }
        }
    }
}

/// The answer to a request.
pub(crate) fn answer(id: &Value, result: Result<Value, Refusal>) -> Value {
    match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(Refusal { code, message }) => {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
        }
    }
}
