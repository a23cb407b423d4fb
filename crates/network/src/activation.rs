//! Activation functions of hidden layers.

use serde::{Deserialize, Serialize};
use simd::math;
use simd::{Kernel, Vector};
use std::fmt;
use std::str::FromStr;

/// The slope of [`Activation::LeakyRelu`] for negative sums.
pub(super) const LEAK: f32 = 0.01;

/// The activation function of hidden layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// 1 / (1 + e⁻ˣ)
    Sigmoid,
    /// max(x, 0)
    Relu,
    /// x where it is positive, else x / 100
    LeakyRelu,
    /// The hyperbolic tangent.
    Tanh,
}

impl Activation {
    /// All of them.
    pub const ALL: [Activation; 4] =
        [Activation::Sigmoid, Activation::Relu, Activation::LeakyRelu, Activation::Tanh];

    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Activation::Sigmoid => "sigmoid",
            Activation::Relu => "relu",
            Activation::LeakyRelu => "leaky-relu",
            Activation::Tanh => "tanh",
        }
    }
}

impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Activation {
    type Err = UnknownActivation;

    fn from_str(text: &str) -> Result<Self, UnknownActivation> {
        let found = Activation::ALL.into_iter().find(|activation| activation.name() == text);
        found.ok_or_else(|| UnknownActivation(text.to_owned()))
    }
}

/// An unknown name of an activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownActivation(pub String);

impl fmt::Display for UnknownActivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Activation::ALL.map(Activation::name).join(", ");
        write!(f, "no activation is called `{}`; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownActivation {}

/// Applies an activation to sums, in place.
pub(super) struct Activate<'a> {
    pub activation: Activation,
    pub sums: &'a mut [f32],
}

impl Kernel for Activate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let each = self.sums.iter_mut();
        match self.activation {
            Activation::Sigmoid => each.for_each(|x| *x = math::sigmoid(*x)),
            Activation::Relu => each.for_each(|x| *x = if *x > 0.0 { *x } else { 0.0 }),
            Activation::LeakyRelu => each.for_each(|x| *x = if *x > 0.0 { *x } else { LEAK * *x }),
            Activation::Tanh => each.for_each(|x| *x = math::tanh(*x)),
        }
    }
}

/// Multiplies gradients by the activation's derivative, in place. For all these activations the derivative is a function
/// of the value, so that the sums need not be kept.
pub(super) struct Derive<'a> {
    pub activation: Activation,
    pub values: &'a [f32],
    pub gradients: &'a mut [f32],
}

impl Kernel for Derive<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let each = self.gradients.iter_mut().zip(self.values);
        match self.activation {
            Activation::Sigmoid => each.for_each(|(g, y)| *g *= y * (1.0 - y)),
            Activation::Relu => each.for_each(|(g, y)| *g = if *y > 0.0 { *g } else { 0.0 }),
            Activation::LeakyRelu => each.for_each(|(g, y)| *g *= if *y > 0.0 { 1.0 } else { LEAK }),
            Activation::Tanh => each.for_each(|(g, y)| *g *= (-y).mul_add(*y, 1.0)),
        }
    }
}
