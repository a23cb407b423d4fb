//! How a program that was started by another learns that it shall not outlive it.

/// The variable of the environment by which whoever starts a program asks it to end when its standard input does. A runner holds the other
/// end of that, and the kernel closes it however the runner ends.
pub const END_WITH_INPUT: &str = "HSTAR_END_WITH_INPUT";
