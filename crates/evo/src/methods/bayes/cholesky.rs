//! Symmetric positive definite matrices.

/// The Cholesky factor L of a matrix L·Lᵀ; row `i` has `i + 1` numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// The factor of the matrix whose element in row `i` and column `j ≤ i` this is.
    pub fn of(size: usize, element: impl Fn(usize, usize) -> f64) -> Self {
        let mut factor = Self::default();
        for i in 0..size {
            let row: Vec<_> = (0..i).map(|j| element(i, j)).collect();
            factor.grow(&row, element(i, i));
        }
        factor
    }

    /// The factor of the matrix with one more row and column, the last of which is the
    /// diagonal element.
    pub fn grow(&mut self, row: &[f64], diagonal: f64) {
        let mut row = self.forward(row);
        let rest = diagonal - row.iter().map(|x| x * x).sum::<f64>();
        // Rounding may leave nothing of a point that is there already.
        row.push(libm::sqrt(rest.max(diagonal * 1e-12)));
        self.0.push(row);
    }

    /// L⁻¹·v, for the first rows where the vector is shorter.
    pub fn forward(&self, v: &[f64]) -> Vec<f64> {
        let mut solved = Vec::with_capacity(v.len() + 1);
        for (row, v) in self.0.iter().zip(v) {
            let (last, before) = row.split_last().expect("a row has its diagonal");
            solved.push((v - dot(before, &solved)) / last);
        }
        solved
    }

    /// (L·Lᵀ)⁻¹·v.
    pub fn solve(&self, v: &[f64]) -> Vec<f64> {
        let mut x = self.forward(v);
        for i in (0..x.len()).rev() {
            x[i] /= self.0[i][i];
            let (before, from) = x.split_at_mut(i);
            for (x, l) in before.iter_mut().zip(&self.0[i]) {
                *x -= l * from[0];
            }
        }
        x
    }

    /// The inverse of the matrix: its lower half.
    pub fn inverse(&self) -> Vec<Vec<f64>> {
        let size = self.0.len();
        // Row i of the inverse of L, then the product of its transpose with itself.
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(size);
        for (i, row) in self.0.iter().enumerate() {
            let mut inverse = vec![0.0; i + 1];
            for (l, known) in row.iter().zip(&rows) {
                for (sum, x) in inverse.iter_mut().zip(known) {
                    *sum -= l * x;
                }
            }
            inverse[i] = 1.0;
            inverse.iter_mut().for_each(|x| *x /= row[i]);
            rows.push(inverse);
        }
        let mut whole: Vec<_> = (0..size).map(|i| vec![0.0; i + 1]).collect();
        for row in &rows {
            for (i, &by) in row.iter().enumerate() {
                for (sum, x) in whole[i].iter_mut().zip(row) {
                    *sum += by * x;
                }
            }
        }
        whole
    }

    /// The logarithm of the determinant of the matrix.
    pub fn log_determinant(&self) -> f64 {
        let diagonal = self.0.iter().enumerate().map(|(i, row)| row[i]);
        2.0 * diagonal.map(libm::log).sum::<f64>()
    }
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATRIX: [[f64; 3]; 3] = [[4.0, 2.0, 0.6], [2.0, 3.0, 0.4], [0.6, 0.4, 1.5]];

    #[test]
    fn solutions_and_inverses_give_the_matrix_back() {
        let factor = Cholesky::of(3, |i, j| MATRIX[i][j]);
        let x = factor.solve(&[1.0, -2.0, 0.5]);
        for (row, v) in MATRIX.iter().zip([1.0, -2.0, 0.5]) {
            assert!((dot(row, &x) - v).abs() < 1e-12);
        }
        let inverse = factor.inverse();
        for (i, row) in MATRIX.iter().enumerate() {
            for j in 0..3 {
                let product: f64 = (0..3).map(|k| row[k] * inverse[k.max(j)][k.min(j)]).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
        let determinant: f64 =
            4.0 * (3.0 * 1.5 - 0.16) - 2.0 * (2.0 * 1.5 - 0.24) + 0.6 * (2.0 * 0.4 - 3.0 * 0.6);
        assert!((factor.log_determinant() - determinant.ln()).abs() < 1e-12);
    }
}
