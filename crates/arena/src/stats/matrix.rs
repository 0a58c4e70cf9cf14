//! The little linear algebra that ratings need.

/// A square matrix, symmetric and positive definite.
#[derive(Debug, Clone)]
pub struct Matrix(Vec<Vec<f64>>);

impl Matrix {
    /// The matrix with this entry in row i and column j.
    pub fn new(size: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let row = |i| (0..size).map(|j| entry(i, j)).collect();
        Self((0..size).map(row).collect())
    }

    /// Adds to the entry in row i and column j.
    pub fn add(&mut self, i: usize, j: usize, value: f64) {
        self.0[i][j] += value;
    }

    /// Adds `weight` times the square of the difference of the variables i and j.
    pub fn add_difference(&mut self, i: usize, j: usize, weight: f64) {
        self.add(i, i, weight);
        self.add(j, j, weight);
        self.add(i, j, -weight);
        self.add(j, i, -weight);
    }

    /// Cholesky's factor: the lower triangle whose product with its own transpose
    /// is this matrix.
    pub fn factor(&self) -> Factor {
        let mut lower: Vec<Vec<f64>> = Vec::with_capacity(self.0.len());
        for (i, row) in self.0.iter().enumerate() {
            let mut new = Vec::with_capacity(i + 1);
            for (j, done) in lower.iter().enumerate() {
                new.push((row[j] - dot(&new, done)) / done[j]);
            }
            new.push((row[i] - dot(&new, &new)).sqrt());
            lower.push(new);
        }
        Factor(lower)
    }

    /// The product with a vector.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        self.0.iter().map(|row| dot(row, x)).collect()
    }
}

/// A matrix made ready to solve equations.
#[derive(Debug, Clone)]
pub struct Factor(Vec<Vec<f64>>);

impl Factor {
    /// The x whose product with the matrix is `y`.
    pub fn solve(&self, y: &[f64]) -> Vec<f64> {
        let mut x: Vec<f64> = Vec::with_capacity(y.len());
        for (row, y) in self.0.iter().zip(y) {
            let i = x.len();
            x.push((y - dot(&x, row)) / row[i]);
        }
        for i in (0..x.len()).rev() {
            x[i] /= self.0[i][i];
            for j in 0..i {
                x[j] -= self.0[i][j] * x[i];
            }
        }
        x
    }
}

/// The product of two vectors, as long as the shorter.
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
