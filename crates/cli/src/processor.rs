//! Whether the processor has the instructions this program was built with.

/// What to say where it does not.
pub const ADVICE: &str = "\
galapagos: this build needs an x86-64-v3 processor (AVX2, BMI2; most since 2015).
Remove `target-cpu` from .cargo/config.toml and build again.
";

/// Whether it does, tested first so that the program does not die of an illegal
/// instruction later.
///
/// The standard library's feature test cannot be used: where a feature is
/// compiled in, it answers yes without looking.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(never)]
pub fn is_sufficient() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    const FMA: u32 = 1 << 12;
    const MOVBE: u32 = 1 << 22;
    const OSXSAVE: u32 = 1 << 27;
    const BMI1_AVX2_BMI2: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    const LZCNT: u32 = 1 << 5;
    const VECTOR_STATE: u64 = 0b110;

    #[target_feature(enable = "xsave")]
    fn vector_state_is_saved() -> bool {
        // SAFETY: called only where the processor reports OSXSAVE.
        unsafe { _xgetbv(0) & VECTOR_STATE == VECTOR_STATE }
    }

    let has = |register: u32, bits: u32| register & bits == bits;
    let basic = __cpuid(1).ecx;
    __cpuid(0).eax >= 7
        && has(basic, FMA | MOVBE | OSXSAVE)
        && has(__cpuid_count(7, 0).ebx, BMI1_AVX2_BMI2)
        && has(__cpuid(0x8000_0001).ecx, LZCNT)
        // SAFETY: OSXSAVE was just seen, so the instruction exists.
        && unsafe { vector_state_is_saved() }
}

/// Nothing beyond the architecture's baseline was compiled in.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn is_sufficient() -> bool {
    true
}
