//! Reference arithmetic on lists of bits, the lowest first, the way it is done on paper.
//!
//! Shares no code with the crate, on purpose; speed does not matter here.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bits(pub Vec<bool>);

impl Bits {
    pub fn new(value: u128, width: u32) -> Bits {
        Bits((0..width).map(|i| value >> i & 1 == 1).collect())
    }

    pub fn value(&self) -> u128 {
        self.0.iter().rev().fold(0, |value, &bit| value * 2 + bit as u128)
    }

    pub fn width(&self) -> u32 {
        self.0.len() as u32
    }

    pub fn truth(b: bool) -> Bits {
        Bits(vec![b])
    }

    fn zero(width: u32) -> Bits {
        Bits(vec![false; width as usize])
    }

    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|&bit| !bit)
    }

    pub fn sign(&self) -> bool {
        self.0[self.0.len() - 1]
    }

    pub fn not(&self) -> Bits {
        Bits(self.0.iter().map(|&bit| !bit).collect())
    }

    fn zip(&self, other: &Bits, f: impl Fn(bool, bool) -> bool) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(&a, &b)| f(a, b)).collect())
    }

    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a && b)
    }

    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a || b)
    }

    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a != b)
    }

    fn add_with_carry(&self, other: &Bits, mut carry: bool) -> Bits {
        let sum = |(&a, &b): (&bool, &bool)| {
            let bit = a ^ b ^ carry;
            carry = a as u8 + b as u8 + carry as u8 >= 2;
            bit
        };
        Bits(self.0.iter().zip(&other.0).map(sum).collect())
    }

    pub fn add(&self, other: &Bits) -> Bits {
        self.add_with_carry(other, false)
    }

    pub fn sub(&self, other: &Bits) -> Bits {
        self.add_with_carry(&other.not(), true)
    }

    pub fn neg(&self) -> Bits {
        Bits::zero(self.width()).sub(self)
    }

    fn shifted_up(&self, distance: usize) -> Bits {
        let mut bits = vec![false; distance.min(self.0.len())];
        bits.extend(&self.0[..self.0.len() - bits.len()]);
        Bits(bits)
    }

    pub fn mul(&self, other: &Bits) -> Bits {
        let partial = (0..self.0.len()).filter(|&i| other.0[i]).map(|i| self.shifted_up(i));
        partial.fold(Bits::zero(self.width()), |sum, part| sum.add(&part))
    }

    /// Long division; the divisor is not 0.
    fn divided(&self, other: &Bits) -> (Bits, Bits) {
        let width = self.width();
        let mut quotient = Bits::zero(width);
        // One bit more than the operands: the remainder is doubled before it is compared.
        let divisor = other.zext(width + 1);
        let mut remainder = Bits::zero(width + 1);
        for i in (0..width as usize).rev() {
            remainder = remainder.shifted_up(1);
            remainder.0[0] = self.0[i];
            if !remainder.ult(&divisor) {
                remainder = remainder.sub(&divisor);
                quotient.0[i] = true;
            }
        }
        (quotient, remainder.extract(0, width))
    }

    pub fn udiv(&self, other: &Bits) -> Bits {
        if other.is_zero() { Bits::zero(self.width()).not() } else { self.divided(other).0 }
    }

    pub fn urem(&self, other: &Bits) -> Bits {
        if other.is_zero() { self.clone() } else { self.divided(other).1 }
    }

    fn magnitude(&self) -> Bits {
        if self.sign() { self.neg() } else { self.clone() }
    }

    fn negated_if(&self, negate: bool) -> Bits {
        if negate { self.neg() } else { self.clone() }
    }

    /// As SMT-LIB defines it: by the unsigned operation on magnitudes, also for a zero divisor.
    pub fn sdiv(&self, other: &Bits) -> Bits {
        self.magnitude().udiv(&other.magnitude()).negated_if(self.sign() != other.sign())
    }

    pub fn srem(&self, other: &Bits) -> Bits {
        self.magnitude().urem(&other.magnitude()).negated_if(self.sign())
    }

    fn distance(&self, other: &Bits) -> usize {
        other.value().min(self.width() as u128) as usize
    }

    pub fn shl(&self, other: &Bits) -> Bits {
        self.shifted_up(self.distance(other))
    }

    fn shifted_down(&self, distance: usize, fill: bool) -> Bits {
        let mut bits = self.0[distance..].to_vec();
        bits.resize(self.0.len(), fill);
        Bits(bits)
    }

    pub fn lshr(&self, other: &Bits) -> Bits {
        self.shifted_down(self.distance(other), false)
    }

    pub fn ashr(&self, other: &Bits) -> Bits {
        self.shifted_down(self.distance(other), self.sign())
    }

    pub fn ult(&self, other: &Bits) -> bool {
        let differing = self.0.iter().zip(&other.0).rev().find(|(a, b)| a != b);
        differing.is_some_and(|(_, &b)| b)
    }

    pub fn slt(&self, other: &Bits) -> bool {
        if self.sign() != other.sign() { self.sign() } else { self.ult(other) }
    }

    pub fn extract(&self, lo: u32, width: u32) -> Bits {
        Bits(self.0[lo as usize..(lo + width) as usize].to_vec())
    }

    pub fn zext(&self, to: u32) -> Bits {
        let mut bits = self.0.clone();
        bits.resize(to as usize, false);
        Bits(bits)
    }

    pub fn sext(&self, to: u32) -> Bits {
        let mut bits = self.0.clone();
        bits.resize(to as usize, self.sign());
        Bits(bits)
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        Bits(low.0.iter().chain(&self.0).copied().collect())
    }
}
