//! What random inputs look like: the distribution test inputs are drawn from (the prior of P18 section 2).
//!
//! Bits drawn uniformly hardly ever make a number that is small, or a float of a magnitude programs compute with, and
//! branches are mostly about those. So other shapes can be mixed in, by the type of the input where it is known; an
//! object of 4 or 8 bytes without a type may hold an integer or a float. Some are numbers that the program's own code looks
//! for, or that other inputs of the execution are, and numbers beside them.

use std::collections::VecDeque;
use std::rc::Rc;

use machine::inputs::InputSource;
use search::rng::Rng;
use vocabulary::vocabulary;

use crate::constants::Constants;

vocabulary! {
    /// How inputs are drawn.
    pub enum Prior: "prior" {
        /// Uniform bits, small and boundary values; floats of all magnitudes; numbers and words of the program, and beside them.
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
    /// A number of the program's code, or one beside it.
    Constant,
    /// An earlier input, or one that has to do with it.
    Related,
}

/// Largest small number.
const SMALL: u64 = 64;
/// How far beside a number others are drawn, in decades below one.
const DECADES: f64 = 16.0;

/// Draws inputs from a prior.
pub(crate) struct Drawer {
    pub prior: Prior,
    pub rng: Rng,
    /// What is left of the text that is to be read, where bytes are not drawn one by one.
    pub text: Option<VecDeque<u8>>,
    pub constants: Rc<Constants>,
    /// What was drawn before.
    drawn: Drawn,
}

/// Numbers that an execution has drawn.
#[derive(Default)]
struct Drawn {
    floats: Vec<f64>,
    integers: Vec<u64>,
}

/// The decision of the environment that a stream is over.
const END: &str = "end of input";
/// The one that it has more than a few bytes, where very many are read at once; each is drawn.
const LONG: &str = "long input";
/// How seldom it has.
const LONG_ONE_IN: usize = 16;
/// How seldom a text whose size is an input is cut off.
const CUT_ONE_IN: usize = 8;

impl Drawer {
    pub fn new(prior: Prior, rng: Rng, text: Option<VecDeque<u8>>, constants: Rc<Constants>) -> Drawer {
        Drawer { prior, rng, text, constants, drawn: Drawn::default() }
    }

    fn shape(&mut self) -> Shape {
        match self.prior {
            Prior::Uniform => Shape::Uniform,
            Prior::Small => Shape::Small,
            Prior::Boundary => Shape::Boundary,
            Prior::Mixed => match self.rng.below(8) {
                0 | 1 => Shape::Small,
                2 => Shape::Boundary,
                3 => Shape::Constant,
                4 => Shape::Related,
                _ => Shape::Uniform,
            },
        }
    }

    fn coin(&mut self) -> bool {
        self.rng.bits() & 1 == 1
    }

    /// One of the numbers, if there are any.
    fn pick<T: Copy>(rng: &mut Rng, numbers: &[T]) -> Option<T> {
        numbers.get(rng.below(numbers.len())).copied()
    }

    fn integer(&mut self, width: u32) -> u64 {
        let value = match self.shape() {
            Shape::Uniform => self.rng.bits(),
            Shape::Small => {
                // The smallest are what most code has cases for.
                let most = if self.coin() { SMALL } else { 1 << self.rng.below(SMALL.ilog2() as usize) };
                let size = self.rng.below(most as usize + 1) as u64;
                if self.coin() { size } else { size.wrapping_neg() }
            }
            Shape::Boundary => {
                let power = 1u64 << self.rng.below(width as usize);
                let near = (self.rng.below(3) as u64).wrapping_sub(1);
                let value = if self.coin() { power } else { power.wrapping_neg() };
                value.wrapping_add(near)
            }
            Shape::Constant => match Drawer::pick(&mut self.rng, &self.constants.integers) {
                Some(number) => number.wrapping_add(self.rng.below(3) as u64).wrapping_sub(1),
                None => self.rng.bits(),
            },
            Shape::Related => match Drawer::pick(&mut self.rng, &self.drawn.integers) {
                Some(number) => {
                    let beside = self.rng.below(5) as u64;
                    let number = if self.rng.below(4) == 0 { number.wrapping_neg() } else { number };
                    number.wrapping_add(beside).wrapping_sub(2)
                }
                None => self.rng.bits(),
            },
        };
        value & (u64::MAX >> (64 - width.clamp(1, 64)))
    }

    fn double(&mut self) -> f64 {
        const SPECIAL: [f64; 8] =
            [0.0, 1.0, f64::MAX, f64::MIN_POSITIVE, f64::EPSILON, f64::INFINITY, f64::NAN, 5e-324];
        let size = match self.shape() {
            Shape::Uniform if self.prior == Prior::Uniform => return f64::from_bits(self.rng.bits()),
            Shape::Uniform => self.of_any_magnitude(),
            Shape::Small => {
                let whole = self.rng.below(SMALL as usize + 1) as f64;
                match self.rng.below(4) {
                    0 => self.beside(whole),
                    1 | 2 => whole,
                    _ => whole * self.rng.unit(),
                }
            }
            Shape::Boundary => SPECIAL[self.rng.below(SPECIAL.len())],
            Shape::Constant => match Drawer::pick(&mut self.rng, &self.constants.floats) {
                Some(number) => self.beside(number),
                None => self.of_any_magnitude(),
            },
            Shape::Related => match Drawer::pick(&mut self.rng, &self.drawn.floats) {
                Some(number) => self.related(number),
                None => self.of_any_magnitude(),
            },
        };
        if self.coin() { size } else { -size }
    }

    /// Any magnitude programs compute with, all decades alike.
    fn of_any_magnitude(&mut self) -> f64 {
        10f64.powf(self.rng.unit() * 24.0 - 12.0)
    }

    /// The number, its neighbour, or one that is a little smaller or larger.
    fn beside(&mut self, number: f64) -> f64 {
        let little = 10f64.powf(-DECADES * self.rng.unit());
        match self.rng.below(6) {
            0 => number,
            1 => number.next_up(),
            2 => number.next_down(),
            3 => number * (1.0 + little),
            4 => number * (1.0 - little),
            _ => number - little,
        }
    }

    /// A number next to which another one is rarely drawn: equal, a whole number away, a multiple, or what is left of one.
    fn related(&mut self, number: f64) -> f64 {
        let whole = self.rng.below(SMALL as usize / 4 + 1) as f64;
        let number = match self.rng.below(6) {
            0 | 1 => number,
            2 => number + whole,
            3 => whole - number,
            4 => number * whole,
            _ => number * self.rng.unit(),
        };
        if self.coin() { number } else { self.beside(number) }
    }
}

impl InputSource for Drawer {
    fn scalar(&mut self, width: u32, type_name: Option<&str>) -> u64 {
        match (type_name, width) {
            (Some("double"), 64) => {
                let number = self.double();
                self.drawn.floats.push(number);
                number.to_bits()
            }
            (Some("float"), 32) if self.prior == Prior::Uniform => self.rng.bits() & u64::from(u32::MAX),
            (Some("float"), 32) => {
                let number = self.double();
                self.drawn.floats.push(number);
                u64::from((number as f32).to_bits())
            }
            _ => {
                let number = self.integer(width);
                self.drawn.integers.push(number);
                number
            }
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
            _ if name == LONG => self.rng.below(LONG_ONE_IN) == 0,
            Some(text) if name == END => text.is_empty(),
            _ => self.coin(),
        }
    }

    fn size(&mut self, most: u64) -> u64 {
        match &self.text {
            Some(text) if self.rng.below(CUT_ONE_IN) > 0 => most.min(text.len() as u64),
            _ => self.below(most.saturating_add(1)),
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
        let mut drawer = Drawer::new(prior, Rng::new(7), None, Rc::default());
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
    fn a_size_is_mostly_that_of_the_text() {
        let sizes = |text: Option<&[u8]>| {
            let text = text.map(|text| text.iter().copied().collect());
            let mut drawer = Drawer::new(Prior::Mixed, Rng::new(2), text, Rc::default());
            (0..800).map(|_| drawer.size(64)).collect::<Vec<u64>>()
        };
        let whole = |sizes: &[u64], size| sizes.iter().filter(|&&each| each == size).count();
        let of_text = sizes(Some(b"seven:7"));
        assert!(
            whole(&of_text, 7) > 600 && whole(&of_text, 7) < 800,
            "and sometimes cut off, or followed by something"
        );
        assert!(whole(&sizes(Some(&[b'x'; 100])), 64) > 600, "there is no room for more");
        let without = sizes(None);
        assert!(whole(&without, 7) < 50 && without.iter().all(|&size| size <= 64) && without.contains(&64));
    }

    #[test]
    fn objects_get_all_their_bytes() {
        let mut drawer = Drawer::new(Prior::Mixed, Rng::new(1), None, Rc::default());
        for count in 0..40 {
            assert_eq!(drawer.bytes(count).len() as u64, count);
        }
    }
    #[test]
    fn numbers_of_the_program_are_drawn_and_their_neighbours() {
        let constants = Rc::new(Constants { floats: vec![0.015], integers: vec![777] });
        let mut drawer = Drawer::new(Prior::Mixed, Rng::new(3), None, constants);
        let integers: Vec<u64> = (0..2000).map(|_| drawer.scalar(32, None)).collect();
        assert!([776, 777, 778].iter().all(|number| integers.contains(number)));
        let floats: Vec<f64> = (0..2000).map(|_| f64::from_bits(drawer.scalar(64, Some("double")))).collect();
        assert!([0.015, 0.015f64.next_up(), -0.015].iter().all(|number| floats.contains(number)));
    }

    #[test]
    fn inputs_have_to_do_with_each_other() {
        let mut drawer = Drawer::new(Prior::Mixed, Rng::new(5), None, Rc::default());
        let mut pairs = 0;
        for _ in 0..2000 {
            drawer.drawn = Drawn::default();
            let [a, b] = [0; 2].map(|_| f64::from_bits(drawer.scalar(64, Some("double"))));
            pairs += u32::from(a.abs() > 100.0 && a.abs() == b.abs());
        }
        assert!(pairs > 10, "{pairs}");
    }
}
