//! Examples of the commands, at the end of their help.

/// Of `hstar data`.
pub const DATA: &str = "\
Examples:
  hstar generate blocksworld --count 100
  hstar data blocksworld --out blocks.parquet --split 80:10:10
  hstar data domain.pddl p07.pddl --out p07.parquet --from walks --walks 1000 --unit-cost
  hstar data domain.pddl p07.pddl --out p07.parquet --from backward \\
    --walk-length 50 --teacher 'astar(lmcut)' --max-evaluations 100000
  hstar data show blocks.parquet

Exit codes: see hstar --help";

/// Of `hstar plan`.
pub const PLAN: &str = "\
Examples:
  hstar plan domain.pddl problem.pddl
  hstar plan problem.pddl --optimal --stats run.json
  hstar plan problem.pddl --json
  hstar plan problem.pddl --log fd > run.log
  cat problem.pddl | hstar plan domain.pddl - --plan-file -
  hstar plan problem.pddl --preset lama --time-limit 30m --memory-limit 4G
  hstar plan domain.pddl problem.pddl --model model.hstar
  hstar plan output.sas --search 'gbfs(ff, preferred)' --plan-file plan.txt
";

/// Of `hstar solve`.
pub const SOLVE: &str = "\
Examples:
  hstar solve tiles:4x4 korf100:1-10
  hstar solve tiles:4x4 korf100:79,12 --search 'ida(md)' --threads 2
  hstar solve tiles:3x3 '1 4 2 3 0 5 6 7 8' --show
  hstar solve tiles:3x3 '1 2 3 4 5 6 0 7 8' --goal blank-last --show
  hstar solve tiles:3x3 random:100 --seed 7 --search 'wastar(md, w=3)'
  hstar solve tiles:4x4 korf100 --search 'ida(pdb(7-8))' --stats runs.jsonl
  hstar solve pancake:24 random:50 --time-limit 1m
  hstar solve tiles:4x4 korf100:1-10 --model fifteen.hstar
  hstar solve tiles:3x3 random:9 --model m.hstar --search 'astar(model@mean)'
  hstar solve tiles:5x5 korf50 --search 'ida(pdb(6-6-6-6))' --device cuda:0
  hstar solve blocks:8 walk:20:5 --pddl blocks
";

/// Of `hstar eval`.
pub const EVAL: &str = "\
Examples:
  hstar eval model.hstar data.parquet
  hstar eval model.hstar data.parquet --split validation --report report.html
  hstar eval eight.hstar random:100
  hstar eval fifteen.hstar korf100
  hstar eval puzzle8/rules.pl puzzle8-test942.csv";

/// Of `hstar explain`.
pub const EXPLAIN: &str = "\
Examples:
  hstar explain model.hstar
  hstar explain blocks.rules domain.pddl p01.pddl
  hstar explain blocks.rules data.parquet --report rules.html
  hstar explain puzzle8/rules.pl \"[1, 4, 2, 3, 0, 5, 6, 7, 8]\"
  hstar explain eight.hstar \"1 4 2 3 0 5 6 7 8\"
  hstar explain fifteen.hstar korf100:1-10";

/// Of `hstar repro`.
pub const REPRO: &str = "\
Examples:
  hstar repro list
  hstar repro bounds s3
  hstar repro bounds linear --scale laptop
  hstar repro confidence 2 --published
  hstar repro rules 2 --states DIR
  hstar repro confidence --scale laptop --benchmarks DIR
  hstar repro bounds 1 --scale laptop --only blocksworld
  hstar repro bounds nlm --scale laptop --device cuda:0
  hstar repro likely 3 --scale full --device cuda:0 --only 24-puzzle
  hstar repro track 60s --scale laptop --benchmarks DIR
";
