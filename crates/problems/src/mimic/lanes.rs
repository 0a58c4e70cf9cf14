//! Many numbers side by side, in whatever registers the processor has.
//!
//! Numbers are whole and below 2^24, so 32-bit floats hold them exactly: the
//! result is the same with or without fused multiplication, in any width, on
//! any machine.

/// Organisms scored side by side. More than one register holds, so that the
/// steps for one need not wait for each other.
pub const LANES: usize = 64;

/// A bit for every lane.
pub type Mask = u64;

/// One number for each organism, in memory.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct Row(pub [f32; LANES]);

/// The same in registers.
///
/// The methods are unsafe where the processor must have the instructions they
/// stand for; [`Plain`] needs none.
pub trait Lanes: Copy {
    /// The same number in every lane.
    unsafe fn splat(number: f32) -> Self;
    /// `self + row * amount`.
    unsafe fn add_scaled(self, row: &Row, amount: f32) -> Self;
    /// The lesser, lane by lane.
    unsafe fn min(self, other: Self) -> Self;
    /// The greater, lane by lane.
    unsafe fn max(self, other: Self) -> Self;
    /// A bit for every lane that is greater than the other.
    unsafe fn greater(self, other: Self) -> Mask;
}

/// Any processor.
#[derive(Clone, Copy)]
pub struct Plain([f32; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: [f32; LANES], f: impl Fn(f32, f32) -> f32) -> Self {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other) {
            *lane = f(*lane, other);
        }
        Self(lanes)
    }
}

impl Lanes for Plain {
    #[inline(always)]
    unsafe fn splat(number: f32) -> Self {
        Self([number; LANES])
    }
    #[inline(always)]
    unsafe fn add_scaled(self, row: &Row, amount: f32) -> Self {
        self.zip(row.0, |sum, weight| sum + weight * amount)
    }
    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        self.zip(other.0, f32::min)
    }
    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        self.zip(other.0, f32::max)
    }
    #[inline(always)]
    unsafe fn greater(self, other: Self) -> Mask {
        let pairs = self.0.into_iter().zip(other.0).enumerate();
        pairs.fold(0, |mask, (lane, (a, b))| mask | Mask::from(a > b) << lane)
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_op_in_unsafe_fn)] // every line of it is the same promise
mod x86 {
    use std::arch::x86_64::*;

    use super::{LANES, Lanes, Mask, Row};

    /// Implements [`Lanes`] by arrays of one kind of register.
    macro_rules! lanes {
        ($name:ident, $doc:literal, $register:ty, $load:ident, $splat:ident, $fmadd:ident, $min:ident, $max:ident, $greater:expr) => {
            #[doc = $doc]
            #[derive(Clone, Copy)]
            pub struct $name([$register; Self::COUNT]);

            impl $name {
                const WIDTH: usize = size_of::<$register>() / size_of::<f32>();
                const COUNT: usize = LANES / Self::WIDTH;
            }

            impl Lanes for $name {
                #[inline(always)]
                unsafe fn splat(number: f32) -> Self {
                    Self([$splat(number); Self::COUNT])
                }
                #[inline(always)]
                unsafe fn add_scaled(mut self, row: &Row, amount: f32) -> Self {
                    let amount = $splat(amount);
                    for i in 0..Self::COUNT {
                        let weights = $load(row.0.as_ptr().add(i * Self::WIDTH));
                        self.0[i] = $fmadd(weights, amount, self.0[i]);
                    }
                    self
                }
                #[inline(always)]
                unsafe fn min(mut self, other: Self) -> Self {
                    for i in 0..Self::COUNT {
                        self.0[i] = $min(self.0[i], other.0[i]);
                    }
                    self
                }
                #[inline(always)]
                unsafe fn max(mut self, other: Self) -> Self {
                    for i in 0..Self::COUNT {
                        self.0[i] = $max(self.0[i], other.0[i]);
                    }
                    self
                }
                #[inline(always)]
                unsafe fn greater(self, other: Self) -> Mask {
                    let mut mask = 0;
                    for i in 0..Self::COUNT {
                        mask |= Mask::from($greater(self.0[i], other.0[i])) << (i * Self::WIDTH);
                    }
                    mask
                }
            }
        };
    }

    #[inline(always)]
    unsafe fn greater_256(a: __m256, b: __m256) -> u8 {
        _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(a, b)) as u8
    }

    #[inline(always)]
    unsafe fn greater_512(a: __m512, b: __m512) -> u16 {
        _mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b)
    }

    lanes!(
        Avx2,
        "Registers of eight; needs AVX2 and FMA.",
        __m256,
        _mm256_load_ps,
        _mm256_set1_ps,
        _mm256_fmadd_ps,
        _mm256_min_ps,
        _mm256_max_ps,
        greater_256
    );
    lanes!(
        Avx512,
        "Registers of sixteen; needs AVX-512F.",
        __m512,
        _mm512_load_ps,
        _mm512_set1_ps,
        _mm512_fmadd_ps,
        _mm512_min_ps,
        _mm512_max_ps,
        greater_512
    );
}
