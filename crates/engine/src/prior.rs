//! What random inputs look like: the distribution test inputs are drawn from (the prior of P18 section 2).
//!
//! Bits drawn uniformly hardly ever make a number that is small, or a float of a magnitude programs compute with, and
//! branches are mostly about those. So other shapes can be mixed in, by the type of the input where it is known; an
//! object of 4 or 8 bytes without a type may hold an integer or a float.

use std::collections::VecDeque;

use machine::inputs::InputSource;
use search::rng::Rng;
use vocabulary::vocabulary;

vocabulary! {
    /// How inputs are drawn.
    pub enum Prior: "prior" {
        /// Half uniform bits, half small and boundary values; floats of all magnitudes; text of the program's words.
        Mixed = "mixed",
        /// Every bit pattern equally likely.
        Uniform = "uniform",
        /// Numbers close to zero.
        Small = "small",
        /// The ends of ranges, zero, one, powers of two and their neighbours; infinities and not-a-number.
        Boundary = "boundary",
    }
}

/// The shape of one value.
#[derive(Clone, Copy)]
enum Shape {
    Uniform,
    Small,
    Boundary,
}

/// Largest small number.
const SMALL: u64 = 64;

/// Draws inputs from a prior.
pub(crate) struct Drawer {
    pub prior: Prior,
    pub rng: Rng,
    /// What is left of the text that is to be read, where bytes are not drawn one by one.
    pub text: Option<VecDeque<u8>>,
}

/// The decision of the environment that a stream is over.
const END: &str = "end of input";

impl Drawer {
    fn shape(&mut self) -> Shape {
        match self.prior {
            Prior::Uniform => Shape::Uniform,
            Prior::Small => Shape::Small,
            Prior::Boundary => Shape::Boundary,
            Prior::Mixed => match self.rng.below(4) {
                0 => Shape::Small,
                1 => Shape::Boundary,
                _ => Shape::Uniform,
            },
        }
    }

    fn coin(&mut self) -> bool {
        self.rng.bits() & 1 == 1
    }

    fn integer(&mut self, width: u32) -> u64 {
        let value = match self.shape() {
            Shape::Uniform => self.rng.bits(),
            Shape::Small => {
                let size = self.rng.below(SMALL as usize + 1) as u64;
                if self.coin() { size } else { size.wrapping_neg() }
            }
            Shape::Boundary => {
                let power = 1u64 << self.rng.below(width as usize);
                let near = (self.rng.below(3) as u64).wrapping_sub(1);
                let value = if self.coin() { power } else { power.wrapping_neg() };
                value.wrapping_add(near)
            }
        };
        value & (u64::MAX >> (64 - width.clamp(1, 64)))
    }

    fn double(&mut self) -> f64 {
        const SPECIAL: [f64; 8] =
            [0.0, 1.0, f64::MAX, f64::MIN_POSITIVE, f64::EPSILON, f64::INFINITY, f64::NAN, 5e-324];
        let size = match self.shape() {
            Shape::Uniform => {
                if self.prior == Prior::Uniform {
                    return f64::from_bits(self.rng.bits());
                }
                // Any magnitude programs compute with, all decades alike.
                10f64.powf(self.rng.unit() * 24.0 - 12.0)
            }
            Shape::Small => {
                let whole = self.rng.below(SMALL as usize + 1) as f64;
                if self.coin() { whole } else { whole * self.rng.unit() }
            }
            Shape::Boundary => SPECIAL[self.rng.below(SPECIAL.len())],
        };
        if self.coin() { size } else { -size }
    }
}

impl InputSource for Drawer {
    fn scalar(&mut self, width: u32, type_name: Option<&str>) -> u64 {
        match (type_name, width) {
            (Some("double"), 64) => self.double().to_bits(),
            (Some("float"), 32) if self.prior == Prior::Uniform => self.rng.bits() & u64::from(u32::MAX),
            (Some("float"), 32) => u64::from((self.double() as f32).to_bits()),
            _ => self.integer(width),
        }
    }

    fn bytes(&mut self, count: u64) -> Vec<u8> {
        if count > 8 && self.text.is_some() {
            return self.text(count);
        }
        let word = match count {
            4 if self.prior != Prior::Uniform && self.coin() => u64::from((self.double() as f32).to_bits()),
            8 if self.prior != Prior::Uniform && self.coin() => self.double().to_bits(),
            1..=8 => self.integer(8 * count as u32),
            _ => return (0..count).map(|_| self.integer(8) as u8).collect(),
        };
        word.to_le_bytes()[..count as usize].to_vec()
    }

    fn text(&mut self, count: u64) -> Vec<u8> {
        match &mut self.text {
            None => (0..count).map(|_| self.integer(8) as u8).collect(),
            Some(text) => (0..count).map(|_| text.pop_front().unwrap_or(b'\n')).collect(),
        }
    }

    fn string(&mut self, count: u64) -> Vec<u8> {
        let Some(text) = &mut self.text else { return self.bytes(count) };
        let length = text.iter().take(count as usize).position(|byte| byte.is_ascii_whitespace());
        let mut string: Vec<u8> = text.drain(..length.unwrap_or((count as usize).min(text.len()))).collect();
        text.pop_front();
        string.resize(count as usize, 0);
        string
    }

    fn decision(&mut self, name: &str) -> bool {
        match &self.text {
            Some(text) if name == END => text.is_empty(),
            _ => self.coin(),
        }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.rng.below(bound as usize) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(prior: Prior, width: u32, type_name: Option<&str>) -> Vec<u64> {
        let mut drawer = Drawer { prior, rng: Rng::new(7), text: None };
        (0..2000).map(|_| drawer.scalar(width, type_name)).collect()
    }

    #[test]
    fn values_fit_their_width() {
        for &prior in Prior::ALL {
            for width in [1, 8, 13, 32, 63] {
                assert!(drawn(prior, width, None).iter().all(|&value| value < 1 << width), "{prior} {width}");
            }
            assert!(drawn(prior, 32, Some("float")).iter().all(|&value| value <= u64::from(u32::MAX)));
        }
    }

    #[test]
    fn mixed_draws_what_uniform_never_does() {
        let small = |values: &[u64]| values.iter().filter(|&&value| value <= SMALL).count();
        assert_eq!(small(&drawn(Prior::Uniform, 32, None)), 0);
        assert!(small(&drawn(Prior::Mixed, 32, None)) > 100);
        assert!(drawn(Prior::Mixed, 32, None).contains(&0x7fff_ffff));
        let doubles = drawn(Prior::Mixed, 64, Some("double"));
        assert!(doubles.iter().any(|&bits| f64::from_bits(bits).is_nan()));
        let usual = |&&bits: &&u64| (1e-12..1e12).contains(&f64::from_bits(bits).abs());
        assert!(doubles.iter().filter(usual).count() > 1200);
    }

    #[test]
    fn objects_get_all_their_bytes() {
        let mut drawer = Drawer { prior: Prior::Mixed, rng: Rng::new(1), text: None };
        for count in 0..40 {
            assert_eq!(drawer.bytes(count).len() as u64, count);
        }
    }
}
