//! A small deterministic source of randomness (xoshiro256**, seeded by splitmix64; Blackman and Vigna).
//!
//! The same seed gives the same numbers on every machine and in every version, which the promise that a seed repeats
//! a run rests on. Not for secrets.

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    pub fn new(seed: u64) -> Rng {
        let mut mixer = seed;
        Rng { state: std::array::from_fn(|_| splitmix64(&mut mixer)) }
    }

    /// Where the stream is, to [go on](Rng::at) from there.
    pub fn place(&self) -> [u64; 4] {
        self.state
    }

    /// The stream from a place on.
    pub fn at(place: [u64; 4]) -> Rng {
        Rng { state: place }
    }

    /// 64 uniform bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number in [0, 1), all multiples of 2^-53 equally likely.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (-53f64).exp2()
    }

    /// A number below `bound`, all equally likely; 0 when `bound` is 0.
    ///
    /// Takes the high half of a 128-bit product. The bias is below `bound / 2^64`: nothing for counts of states.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }
}

fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_goes_on_from_its_place() {
        let mut rng = Rng::new(7);
        rng.bits();
        assert_eq!(Rng::at(rng.place()).bits(), rng.bits());
    }

    #[test]
    fn splitmix_gives_the_published_numbers() {
        let mut state = 1234567;
        assert_eq!(splitmix64(&mut state), 6457827717110365317);
        assert_eq!(splitmix64(&mut state), 3203168211198807973);
    }

    #[test]
    fn xoshiro_gives_the_published_numbers() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        assert_eq!([rng.bits(), rng.bits(), rng.bits(), rng.bits()], [11520, 0, 1509978240, 1215971899390074240]);
    }

    #[test]
    fn below_stays_below_and_reaches_everything() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 5];
        for _ in 0..5000 {
            seen[rng.below(5)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 850), "{seen:?}");
        assert_eq!(rng.below(0), 0);
    }
}
