//! The values of a generator's parameters.

use crate::Parameter;

/// The values of all parameters.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    pub parameters: &'static [Parameter],
    pub numbers: Vec<u32>,
}

impl Values {
    /// The value of a parameter that the domain declares.
    pub fn get(&self, name: &str) -> usize {
        let index = self.parameters.iter().position(|parameter| parameter.name == name);
        index.map_or_else(|| panic!("{name} is no declared parameter"), |index| self.numbers[index] as usize)
    }
}
