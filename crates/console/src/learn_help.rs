//! The help about learning: where to start, and examples.

/// The text.
pub fn text() -> String {
    format!("{START}\n{EXAMPLES}")
}

const START: &str = "\
Where to start with --features and --belief:
  problems of a domain        as it is: a linear model of what ff and its relaxed
                              plans say, with a truncated Gaussian; seconds
  plans for larger problems   --features wl: counts of objects by what is around
                              them, ranked by plans; seconds, and carries far
  the same, and more time     --features logic or hypergraph: networks that see
                              the domain's own relations or actions; minutes on
  one task, many states       --features facts --belief categorical --hidden 60:
                              quick to ask, and knows where it does not know
  plans near the least cost   --method likely: a Gaussian, read by a quantile
  a puzzle                    its name and size: --features places or databases
  a trick that scales         --rules act: a strategy to read, which makes plans
                              without search; seconds, and carries farthest
  something to read           --rules goals: no features, no belief, but rules
  a number, and no more       --belief point: without a spread, no quantiles
";

const EXAMPLES: &str = "\
Examples:
  hstar learn model.hstar data.parquet
  hstar learn model.hstar domain.pddl p01.pddl p02.pddl --time-limit 30m
  hstar learn third.hstar data.parquet --fold 3/10
  hstar learn model.hstar data.parquet --belief gaussian --sigma 1.4142 --seed 7
  hstar learn net.hstar data.parquet --features facts --hidden interpolated:3 \\
      --belief categorical --learning-rate 0.001 --batch 100 --noise weighted:0.5
  hstar learn model.hstar domain.pddl problems --features wl
  hstar learn machine.hstar data.parquet --features logic
  hstar learn graph.hstar data.parquet --features hypergraph --start mended --reception mean
  hstar learn ferry.rules domain.pddl problems --rules act
  hstar learn blocks.rules data.parquet --rules goals
  hstar learn eight.hstar tiles:3x3 random:500 --belief categorical --hidden 60
  hstar learn pancakes.hstar pancake:10 --features databases --belief gaussian
  hstar learn fifteen.hstar tiles:4x4 --method likely
  hstar learn fifteen.hstar tiles:4x4 --method likely --mend random:100
  hstar learn twenty-four.hstar tiles:5x5 --method likely --device cuda:0
  hstar learn task.hstar domain.pddl p01.pddl --method likely --iterations 20
";
