import json
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

FAKE = '''
import json, os, sys
from pathlib import Path
here = Path(__file__).parent
with open(here / "calls.jsonl", "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
plan = json.loads((here / "plan.json").read_text())
if sys.argv[1] == "list":
    for case in plan["cases"]:
        print(json.dumps({"suite": "exam", "description": "", "tags": [], "title": case.get("description") or case["id"], **case}))
    sys.exit(plan.get("listExit", 0))
chosen = [sys.argv[index + 1] for index, word in enumerate(sys.argv) if word == "--case"]
print(plan.get("stderr", "viva: what it says to people"), file=sys.stderr)
if plan.get("silent"):
    sys.exit(plan["exit"])
trials = [one for one in plan["trials"] if not chosen or one["case"] in chosen]
header = {"run": "7f3a", "suites": [{"name": "exam", "planned": plan.get("planned", len(trials)), "variants": plan.get("variants", [])}], "decisions": plan.get("decisions", [])}
print(json.dumps({"header": header, "results": [{"suite": "exam", "trials": trials}]}))
sys.exit(plan.get("exit", 0))
'''


def trial(case, status="passed", scores=(), failures=(), repeat=1):
    transcript = {
        "version": 2,
        "case": case,
        "variant": {},
        "repeat": repeat,
        "history": [{"role": "assistant", "content": "Before."}],
        "exchanges": [
            {
                "number": 1,
                "user": {"content": "Add milk."},
                "items": [
                    {"type": "call", "call": {"id": "c1", "name": "look", "effect": "read", "arguments": {"at": "list"}, "result": ["eggs"]}},
                    {
                        "type": "call",
                        "call": {
                            "id": "c2",
                            "name": "add",
                            "effect": "write",
                            "arguments": {"item": "milk"},
                            "approval": {"decision": "rejected"},
                            "error": {"message": "no"},
                        },
                    },
                    {"type": "text", "text": "Added."},
                ],
                "replyMs": 1500,
                "cost": 0.25,
                "usage": {"inputTokens": 7, "outputTokens": 3},
            }
        ],
        "outcome": {"kind": "completed"},
    }
    return {
        "case": case,
        "variant": {},
        "repeat": repeat,
        "status": status,
        "scores": list(scores),
        "failures": [{"source": source, "text": text} for source, text in failures],
        "transcript": transcript,
    }


def score(metric, value=None, passed=True, status="scored", reason=None, **more):
    common = {"metric": metric, "judged": False, "gating": True, "status": status, **more}
    if status != "scored":
        return {**common, "reason": reason}
    return {**common, "value": value, "threshold": 0.7, "passed": passed, "checks": more.get("checks", [])}


class FakeViva:
    """A `viva` that prints what a test wants it to, and remembers how it was called."""

    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "fake_viva.py").write_text(FAKE)
        self.command = f"{sys.executable} {folder / 'fake_viva.py'}"

    def says(self, **plan):
        plan.setdefault("cases", [{"id": one["case"]} for one in plan.get("trials", [])])
        plan.setdefault("trials", [])
        (self.folder / "plan.json").write_text(json.dumps(plan))

    @property
    def calls(self):
        log = self.folder / "calls.jsonl"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    @property
    def runs(self):
        return [call for call in self.calls if call[0] == "run"]


@pytest.fixture
def fake(tmp_path, monkeypatch):
    folder = tmp_path / "fake"
    folder.mkdir()
    fake = FakeViva(folder)
    monkeypatch.setenv("VIVA", fake.command)
    return fake
