//! The parameters of an engine as a recipe writes them.

use std::collections::BTreeMap;

use problems::uci_engine::{Parameter, Values};
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::recipe::Mistake;

/// `[tune.parameters]`, by name.
pub type Written = BTreeMap<Spanned<String>, Spanned<WrittenParameter>>;

/// An option that is bred: a range of whole numbers, a switch, or one of several words.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ base = 100, min = 0, max = 400 }`, `{ base = true }` or \
                 `{ base = \"a\", choices = [\"a\", \"b\"] }`, with `value` where it is bred no \
                 longer"
)]
pub struct WrittenParameter {
    /// What the engine has now.
    base: Value,
    min: Option<i32>,
    max: Option<i32>,
    choices: Option<Vec<String>>,
    /// What all others have where it is bred no longer.
    value: Option<Value>,
}

/// The parameters, in the order of their names.
pub fn read(written: &Written) -> Result<Vec<Parameter>, Mistake> {
    let parameter = |(name, written): (&Spanned<String>, &Spanned<WrittenParameter>)| {
        let what = |what| Mistake::new(written.span().start, format!("{}: {what}", name.get_ref()));
        let (values, base) = values(written.get_ref()).map_err(what)?;
        let mut parameter = Parameter {
            name: name.get_ref().clone(),
            values,
            base,
            frozen: None,
        };
        if let Some(value) = &written.get_ref().value {
            let frozen = number(&parameter, value);
            let lacks = || what(format!("{value} is no value that it may have"));
            parameter.frozen = Some(frozen.ok_or_else(lacks)?);
        }
        Ok(parameter)
    };
    written.iter().map(parameter).collect()
}

/// A value of a parameter as a number, as a recipe or a command writes it.
pub fn number(parameter: &Parameter, value: &Value) -> Option<i32> {
    let number = match (&parameter.values, value) {
        (Values::Whole(..), Value::Integer(number)) => i32::try_from(*number).ok()?,
        (Values::Switch, Value::Boolean(is)) => i32::from(*is),
        (Values::Choice(words), Value::String(word)) => {
            words.iter().position(|known| known == word)? as i32
        }
        _ => return None,
    };
    let (min, max) = parameter.range();
    (min..=max).contains(&number).then_some(number)
}

fn values(written: &WrittenParameter) -> Result<(Values, i32), String> {
    let WrittenParameter {
        base,
        min,
        max,
        choices,
        value: _,
    } = written;
    match (base, min, max, choices) {
        (Value::Integer(base), Some(min), Some(max), None) => {
            if min >= max {
                return Err(format!("the range from {min} to {max} leaves no choice"));
            }
            match i32::try_from(*base) {
                Ok(base) if (min..=max).contains(&&base) => Ok((Values::Whole(*min, *max), base)),
                _ => Err(format!("the base {base} is not from {min} to {max}")),
            }
        }
        (Value::Boolean(base), None, None, None) => Ok((Values::Switch, i32::from(*base))),
        (Value::String(base), None, None, Some(choices)) => {
            let place = choices.iter().position(|choice| choice == base);
            let place =
                place.ok_or_else(|| format!("the base `{base}` is not among the choices"))?;
            let is_twice = (1..choices.len()).any(|at| choices[..at].contains(&choices[at]));
            match choices.len() {
                _ if is_twice => Err("a choice comes twice".into()),
                1 => Err("one choice is none".into()),
                _ => Ok((Values::Choice(choices.clone()), place as i32)),
            }
        }
        (Value::Integer(_), ..) => Err("a number has `base`, `min` and `max`".into()),
        (Value::Boolean(_), ..) => Err("a switch has a `base` and nothing else".into()),
        (Value::String(_), ..) => Err("a word has `base` and `choices`".into()),
        _ => Err("`base` is a whole number, true or false, or a word".into()),
    }
}
