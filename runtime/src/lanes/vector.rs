//! Vectors of numbers for each set of instructions, and the functions that are compiled for it.

/// Defines the arithmetic of a vector `$name($raw)` of `$width` numbers by its intrinsics, which the features `$features`
/// have to be there for. Everything is inlined into functions that are compiled with these.
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(unused_macros)
)]
macro_rules! vector {
    (
        $(#[$doc:meta])* $name:ident($raw:ident; $bits:ident) of $width:literal with $features:literal in $run:ident,
        $add:ident $sub:ident $mul:ident $div:ident $sqrt:ident,
        $multiply_add:path, $multiply_sub:path, $negated_multiply_add:path,
        $all:ident $load:ident $store:ident, $any_far:path,
        $to_bits:ident $from_bits:ident $all_bits:ident $xor:ident $and:ident $plus:ident $minus:ident $shift:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(in crate::lanes) struct $name($raw);

        vector!(@operator $name Add add $add);
        vector!(@operator $name Sub sub $sub);
        vector!(@operator $name Mul mul $mul);
        vector!(@operator $name Div div $div);

        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                // SAFETY: values of this type are made in functions that are compiled for it, and nowhere else.
                unsafe { Self($from_bits($xor($to_bits(self.0), $all_bits(i64::MIN)))) }
            }
        }

        impl $name {
            #[inline(always)]
            fn numbers(self) -> [f64; $width] {
                let mut numbers = [0.0; $width];
                // SAFETY: there is room for as many.
                unsafe { $store(numbers.as_mut_ptr(), self.0) };
                numbers
            }

            #[inline(always)]
            fn of(numbers: [f64; $width]) -> Self {
                // SAFETY: there are as many.
                unsafe { Self($load(numbers.as_ptr())) }
            }

            /// Number by number, by a function of one.
            #[inline(always)]
            fn each(self, function: fn(f64) -> f64) -> Self {
                let mut numbers = self.numbers();
                for number in &mut numbers {
                    *number = function(*number);
                }
                Self::of(numbers)
            }
        }

        impl Scalar for $name {
            #[inline(always)]
            fn constant(value: f64) -> Self {
                // SAFETY: as for the operators.
                unsafe { Self($all(value)) }
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                let ([sine], [cosine]) = Self::sines_and_cosines(&[self]);
                (sine, cosine)
            }
            #[inline(always)]
            fn sines_and_cosines<const N: usize>(angles: &[Self; N]) -> ([Self; N], [Self; N]) {
                /// By itself, so that each program has it once, and vectors of the caller's are aligned in memory.
                #[target_feature(enable = $features)]
                #[inline(never)]
                fn turns(angles: &[$name], sines: &mut [$name], cosines: &mut [$name]) {
                    let mut is_any_far = false;
                    for (k, angle) in angles.iter().enumerate() {
                        let (sine, cosine) = sine::near(*angle);
                        if let (Some(of_sine), Some(of_cosine)) = (sines.get_mut(k), cosines.get_mut(k)) {
                            (*of_sine, *of_cosine) = (sine, cosine);
                        }
                        is_any_far |= $any_far(angle.0);
                    }
                    if is_any_far {
                        far(angles, sines, cosines);
                    }
                }
                #[target_feature(enable = $features)]
                #[cold]
                #[inline(never)]
                fn far(angles: &[$name], sines: &mut [$name], cosines: &mut [$name]) {
                    for ((angle, sine), cosine) in angles.iter().zip(sines).zip(cosines) {
                        let (mut of_sine, mut of_cosine) = (sine.numbers(), cosine.numbers());
                        let places = of_sine.iter_mut().zip(&mut of_cosine);
                        for (angle, place) in angle.numbers().iter().zip(places) {
                            if !sine::is_near(*angle) {
                                (*place.0, *place.1) = sine::far(*angle);
                            }
                        }
                        (*sine, *cosine) = ($name::of(of_sine), $name::of(of_cosine));
                    }
                }
                let (mut sines, mut cosines) = (*angles, *angles);
                // SAFETY: as for the operators.
                unsafe { turns(angles, &mut sines, &mut cosines) };
                (sines, cosines)
            }
            #[inline(always)]
            fn add_product(self, a: Self, b: Self) -> Self {
                // SAFETY: as for the operators.
                unsafe { Self($multiply_add(a.0, b.0, self.0)) }
            }
            #[inline(always)]
            fn sub_product(self, a: Self, b: Self) -> Self {
                // SAFETY: as for the operators.
                unsafe { Self($negated_multiply_add(a.0, b.0, self.0)) }
            }
            #[inline(always)]
            fn sub_from_product(self, a: Self, b: Self) -> Self {
                // SAFETY: as for the operators.
                unsafe { Self($multiply_sub(a.0, b.0, self.0)) }
            }
            #[inline(always)]
            fn apart<P: Part>(part: P) {
                // SAFETY: as for the operators.
                unsafe { part.$run() };
            }
            #[inline(always)]
            fn sign(self) -> Self {
                self.each(Scalar::sign)
            }
        }

        impl Radical for $name {
            #[inline(always)]
            fn sqrt(self) -> Self {
                // SAFETY: as for the operators.
                unsafe { Self($sqrt(self.0)) }
            }
        }

        impl Transcendental for $name {
            #[inline(always)]
            fn exp(self) -> Self {
                self.each(Transcendental::exp)
            }
            #[inline(always)]
            fn tanh(self) -> Self {
                self.each(Transcendental::tanh)
            }
        }

        impl Lanes for $name {
            const WIDTH: usize = $width;

            #[inline(always)]
            fn load(column: &[f64], at: usize) -> Self {
                match column.get(at..).and_then(|rest| rest.first_chunk()) {
                    Some(numbers) => Self::of(*numbers),
                    None => {
                        let mut numbers = [0.0; $width];
                        for (k, number) in numbers.iter_mut().enumerate() {
                            *number = f64::load(column, at.saturating_add(k));
                        }
                        Self::of(numbers)
                    }
                }
            }
            #[inline(always)]
            fn store(self, out: &mut [f64]) {
                for (place, number) in out.iter_mut().zip(self.numbers()) {
                    *place = number;
                }
            }
            #[inline(always)]
            unsafe fn get_at(place: *const f64) -> Self {
                // SAFETY: the caller's.
                unsafe { Self($load(place)) }
            }
            #[inline(always)]
            unsafe fn put_at(self, place: *mut f64) {
                // SAFETY: the caller's.
                unsafe { $store(place, self.0) }
            }
        }

        impl Turning for $name {
            type Bits = $bits;
            #[inline(always)]
            fn to_bits(self) -> $bits {
                // SAFETY: as for the operators.
                unsafe { $to_bits(self.0) }
            }
            #[inline(always)]
            fn from_bits(bits: $bits) -> Self {
                // SAFETY: as for the operators.
                unsafe { Self($from_bits(bits)) }
            }
            #[inline(always)]
            fn bits(value: u8) -> $bits {
                // SAFETY: as for the operators.
                unsafe { $all_bits(i64::from(value)) }
            }
            #[inline(always)]
            fn xor(a: $bits, b: $bits) -> $bits {
                // SAFETY: as for the operators.
                unsafe { $xor(a, b) }
            }
            #[inline(always)]
            fn and(a: $bits, b: $bits) -> $bits {
                // SAFETY: as for the operators.
                unsafe { $and(a, b) }
            }
            #[inline(always)]
            fn plus(a: $bits, b: $bits) -> $bits {
                // SAFETY: as for the operators.
                unsafe { $plus(a, b) }
            }
            #[inline(always)]
            fn minus(a: $bits, b: $bits) -> $bits {
                // SAFETY: as for the operators.
                unsafe { $minus(a, b) }
            }
            #[inline(always)]
            fn to_sign(a: $bits) -> $bits {
                // SAFETY: as for the operators.
                unsafe { $shift::<62>(a) }
            }
        }
    };
    (@operator $name:ident $operator:ident $method:ident $intrinsic:ident) => {
        impl $operator for $name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: values of this type are made in functions that are compiled for it, and nowhere else.
                unsafe { Self($intrinsic(self.0, other.0)) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86;

#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
