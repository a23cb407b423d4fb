"""Data sets, to pandas and back."""

import pytest

import hstar


def test_a_table_that_was_changed_in_pandas_is_a_data_set(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pandas")
    domain, problems = hstar.generate("blocksworld", 6, blocks=4)
    (tmp_path / "domain.pddl").write_text(domain)
    for number, problem in enumerate(problems):
        (tmp_path / f"p{number}.pddl").write_text(problem)
    hstar.run("data", tmp_path, "--out", tmp_path / "all.parquet")
    table = pq.read_table(tmp_path / "all.parquet")
    frame = table.to_pandas()
    near = frame[frame.target <= 3]
    assert 0 < len(near) < len(frame)
    near = pa.Table.from_pandas(near, schema=table.schema, preserve_index=False)
    pq.write_table(near.replace_schema_metadata(table.schema.metadata), tmp_path / "near.parquet")
    assert f"{len(near)} states" in hstar.run("data", "show", tmp_path / "near.parquet")
