//! Parameters as the rows that OpenBench and fishtest share: seven columns with commas.
//!
//! ```text
//! LMR_BASE, int, 75, 0, 200, 10, 0.002
//! name, type, value, least, most, step at the end, rate at the end
//! ```

use problems::uci_engine::{Parameter, Values};

/// The share of its range that a parameter is moved by at the end where nothing else is
/// known.
const LAST_STEP: f64 = 1.0 / 20.0;

/// The rate at the end that is usual.
const LAST_RATE: f64 = 0.002;

/// Why a text is not rows of parameters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}; a row is `NAME, int, VALUE, MIN, MAX, STEP, RATE`")]
pub struct RowError {
    line: usize,
    what: String,
}

/// Reads rows. Empty lines and those that begin with `#` are passed over. A `float` is
/// refused: options of UCI are whole numbers.
pub fn read(text: &str) -> Result<Vec<Parameter>, RowError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (line, row) in (1..).zip(text.lines()) {
        let row = row.trim();
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        let wrong = |what: String| RowError { line, what };
        let parameter = parameter(row).map_err(wrong)?;
        if parameters.iter().any(|one| one.name == parameter.name) {
            return Err(wrong(format!("`{}` comes twice", parameter.name)));
        }
        parameters.push(parameter);
    }
    Ok(parameters)
}

fn parameter(row: &str) -> Result<Parameter, String> {
    let columns: Vec<_> = row.split(',').map(str::trim).collect();
    let [name, kind, base, min, max, _, _] = columns[..] else {
        return Err(format!("{} columns, not 7", columns.len()));
    };
    if name.is_empty() {
        return Err("the name is empty".into());
    }
    if kind != "int" {
        return Err(format!("`{kind}` is not `int`"));
    }
    // Some tools write whole numbers as `75.0`.
    let whole = |text: &str| {
        let number: Option<f64> = text.parse().ok();
        let number = number.filter(|number| number.fract() == 0.0);
        let number =
            number.filter(|number| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(number));
        let whole = number.map(|number| number as i32);
        whole.ok_or_else(|| format!("`{text}` is not a whole number"))
    };
    let [base, min, max] = [whole(base)?, whole(min)?, whole(max)?];
    if min >= max || !(min..=max).contains(&base) {
        return Err(format!("{base} is not within {min} to {max}"));
    }
    Ok(Parameter {
        name: name.into(),
        values: Values::Whole(min, max),
        base,
        frozen: None,
    })
}

/// Parameters with these values as rows. Switches and words have no row.
pub fn write(parameters: &[Parameter], values: &[i32]) -> String {
    let rows = parameters.iter().zip(values).filter_map(|(one, value)| {
        let Values::Whole(min, max) = one.values else {
            return None;
        };
        let step = (f64::from(max) - f64::from(min)) * LAST_STEP;
        let name = &one.name;
        Some(format!(
            "{name}, int, {value}, {min}, {max}, {:.2}, {LAST_RATE}\n",
            step.max(0.5)
        ))
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_there_and_back() {
        let text = "# a comment\n\nLMR_BASE, int, 75, 0, 200, 10.00, 0.002\nMargin,int,-5.0,-10,10,1,0.002\n";
        let parameters = read(text).unwrap();
        assert_eq!(parameters[0].name, "LMR_BASE");
        assert_eq!(parameters[1].base, -5);
        let values: Vec<_> = parameters.iter().map(|one| one.base).collect();
        let written = write(&parameters, &values);
        assert!(written.starts_with("LMR_BASE, int, 75, 0, 200, 10.00, 0.002\n"));
        assert_eq!(read(&written).unwrap(), parameters);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, problem) in [
            ("A, int, 1, 0, 2, 1", "line 1: 6 columns, not 7"),
            (
                "\nA, float, 1, 0, 2, 1, 0.002",
                "line 2: `float` is not `int`",
            ),
            ("A, int, 1.5, 0, 2, 1, 0.002", "`1.5` is not a whole number"),
            ("A, int, 3, 0, 2, 1, 0.002", "3 is not within 0 to 2"),
            (", int, 1, 0, 2, 1, 0.002", "the name is empty"),
            (
                "A, int, 1, 0, 2, 1, 0.002\nA, int, 1, 0, 2, 1, 0.002",
                "line 2: `A` comes twice",
            ),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
