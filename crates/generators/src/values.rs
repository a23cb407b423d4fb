//! The numbers that a generator has for the parameters of its domain.

use crate::Parameter;

/// The numbers of all parameters.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    pub parameters: &'static [Parameter],
    pub numbers: Vec<u32>,
}

impl Values {
    /// The number of a parameter, which its domain has declared.
    pub fn get(&self, name: &str) -> usize {
        let index = self.parameters.iter().position(|parameter| parameter.name == name);
        index.map_or_else(|| panic!("{name} is no declared parameter"), |index| self.numbers[index] as usize)
    }
}
