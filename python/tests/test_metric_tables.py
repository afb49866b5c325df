"""The tables of Viva's metrics, scored by `viva score FILE` and read by the bridge: the same scores as in Viva's tests."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from viva_bridge.command import call_viva
from viva_bridge.results import read_run

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "packages/vivavoce/src/metric/fixtures/cases"
assert list(TABLES.glob("*.cases.yaml")), "a test without tables would be skipped"
# Every row ends with its score, so that no YAML reader is needed.
ROW = re.compile(r"^- id: (\S+)$.*?^  data: \{ score: (\S+) \}$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("table", sorted(TABLES.glob("*.cases.yaml")), ids=lambda path: path.name)
def test_every_row_has_its_score(table, tmp_path):
    metric = table.name.removesuffix(".cases.yaml")
    for file in (table, TABLES / "desk.eval.ts"):
        shutil.copy(file, tmp_path)
    (tmp_path / "viva.config.ts").write_text('export default { suites: ["*.eval.ts"] };\n')
    os.symlink(ROOT / "node_modules", tmp_path / "node_modules")
    done = call_viva(["score", table.name, "--metric", metric, "--json"], cwd=tmp_path)
    run = read_run(json.loads(done.stdout), done.returncode, done.stderr)
    found = {trial.case: (trial.score(metric).value, trial.score(metric).status) for trial in run.trials}
    expected = dict(ROW.findall(table.read_text(encoding="utf-8")))
    assert expected
    assert found.keys() == expected.keys()
    for case, score in expected.items():
        value, status = found[case]
        assert (status if value is None else value) == (score if score.isalpha() else float(score)), case
