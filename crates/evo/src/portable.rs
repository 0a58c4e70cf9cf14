//! Problems as values: what workers elsewhere are given beside tasks.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};

use crate::{Failure, Kits, Problem};

/// A problem that is a value, like its tasks and outcomes.
pub trait Portable:
    Problem<Kit: Send> + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// What its kind is called.
    const KIND: &'static str;
}

/// A problem as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The name of its [`Kind`].
    pub kind: &'static str,
    /// The problem.
    pub bytes: Vec<u8>,
}

impl Packed {
    /// Of this problem.
    pub fn of<P: Portable>(problem: &P) -> Self {
        Self::new(P::KIND, problem)
    }

    /// Of a problem of this kind that this value says all of.
    pub fn new(kind: &'static str, value: &impl Serialize) -> Self {
        let bytes = written(value);
        Self { kind, bytes }
    }
}

/// A kind of problem that workers know.
#[derive(Clone)]
pub struct Kind {
    name: &'static str,
    open: Arc<Open>,
}

/// Opens a problem that came as bytes.
pub type Open = dyn Fn(&[u8]) -> Result<Box<dyn Bench>, Failure> + Send + Sync;

/// Where tasks of one problem are done, as bytes.
pub trait Bench: Send + Sync {
    /// The outcome of a task.
    fn run(&self, task: &[u8]) -> Result<Vec<u8>, Failure>;
}

impl Kind {
    /// The kind of these problems.
    pub fn of<P: Portable>() -> Self {
        Self::new(P::KIND, |bytes| Ok(bench(read::<P>(bytes)?)))
    }

    /// A kind whose problems are opened like this.
    pub fn new(
        name: &'static str,
        open: impl Fn(&[u8]) -> Result<Box<dyn Bench>, Failure> + Send + Sync + 'static,
    ) -> Self {
        let open = Arc::new(open);
        Self { name, open }
    }

    /// What it is called.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Makes ready for the tasks of a problem of this kind.
    pub fn open(&self, problem: &[u8]) -> Result<Box<dyn Bench>, Failure> {
        (self.open)(problem).map_err(|failure| failure.during(self.name))
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kind").field(&self.name).finish()
    }
}

/// Where tasks of this problem are done.
pub fn bench<P>(problem: P) -> Box<dyn Bench>
where
    P: Problem<Kit: Send> + Send + Sync + 'static,
{
    let kits = Kits::new();
    Box::new(Doing(move |task: &[u8]| run(&problem, &kits, task)))
}

/// Does tasks like this.
pub(crate) struct Doing<F>(pub F);

impl<F: Fn(&[u8]) -> Result<Vec<u8>, Failure> + Send + Sync> Bench for Doing<F> {
    fn run(&self, task: &[u8]) -> Result<Vec<u8>, Failure> {
        self.0(task)
    }
}

/// Does a task that came as bytes.
pub(crate) fn run<P: Problem>(
    problem: &P,
    kits: &Kits<P::Kit>,
    task: &[u8],
) -> Result<Vec<u8>, Failure> {
    let task = read(task)?;
    let mut kit = kits.take(problem)?;
    let outcome = problem.run(&mut kit, &task)?;
    kits.put_back(kit);
    Ok(written(&outcome))
}

/// The bytes of a value, as [`read`] takes them.
pub fn written(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("problems, tasks and outcomes are plain values")
}

/// The value that these bytes are, all of them, in the form of [`Packed`].
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let cannot = |error: &dyn fmt::Display| Failure::new(error).during("it cannot be read");
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(cannot(&format_args!("{} bytes too many", rest.len()))),
        Err(error) => Err(cannot(&error)),
    }
}
