//! How a program that was started by another is made to end with it.

/// The environment variable that asks a program to end when its standard input does. The program that started it holds
/// the other end of that pipe, which the kernel closes however that program ends.
pub const END_WITH_INPUT: &str = "HSTAR_END_WITH_INPUT";
