import sys

import pytest
from conftest import score, trial

from viva_bridge import Player, VivaError, find_viva, list_cases, run_case, run_suite


def test_results_are_typed_and_only_passed_is_passed(fake):
    failed = score(
        "toolUse",
        0.5,
        passed=False,
        checks=[{"id": "a", "label": "adds", "verdict": "no", "ok": False, "reason": "it did not", "evidence": [{"text": "x", "source": "reply"}]}],
    )
    fake.says(
        cases=[{"id": "one", "description": "The first.", "tags": ["t"], "type": "single", "expect": {"goal": "g"}}],
        trials=[
            trial("one", scores=[score("toolUse", 1.0)]),
            trial("two", "failed", [failed], [("toolUse", "adds: it did not")]),
            trial("three", "unscored", [score("criteria", status="unscored", reason="no answer")]),
            trial("four", "skipped"),
        ],
        decisions=[{"suite": "exam", "verdict": "fail", "exitCode": 1, "reason": "1 trial failed"}],
        planned=5,
        exit=1,
    )
    run = run_suite("a.eval.ts", mode="replay", cases=["one", "two"], tags=["t"], variants={"prompt": "v2"}, repeat=2, args=["--seed", "3"])
    # The fake plays what --case names.
    assert [(one.case, one.status, one.passed) for one in run.trials] == [("one", "passed", True), ("two", "failed", False)]
    assert fake.runs == [
        ["run", "a.eval.ts", "--json", "--replay", "--case", "one", "--case", "two", "--tag", "t", "--variant", "prompt=v2", "--repeat", "2", "--seed", "3"]
    ]
    assert not run.passed
    one, two = run.trials
    assert one.definition["expect"] == {"goal": "g"}
    assert two.score("toolUse").checks[0].evidence[0].text == "x"
    with pytest.raises(KeyError, match="there are: toolUse"):
        two.score("safety")
    assert two.explain().splitlines() == [
        "exam · two: failed",
        "    toolUse 0.50 ✗",
        "    toolUse  adds: it did not",
        "    next: npx viva show 7f3a two",
    ]
    assert "3 of 5 trials were never played" in run.explain()
    [exchange] = one.transcript.exchanges
    assert (exchange.user, exchange.reply) == ("Add milk.", "Added.")
    assert [(call.name, call.approved, call.error) for call in exchange.calls] == [("look", None, None), ("add", False, "no")]
    assert [message["role"] for message in one.transcript.messages] == ["assistant", "user", "assistant"]


@pytest.mark.parametrize("code", [3, 64, 130])
def test_a_run_without_a_verdict_is_an_error_with_vivas_words(fake, code):
    fake.says(silent=True, exit=code, stderr="progress\nviva: a.eval.ts:3: this is wrong\n    Do that.")
    with pytest.raises(VivaError, match="this is wrong\n    Do that.") as caught:
        run_suite("a.eval.ts")
    assert (caught.value.exit_code, caught.value.run) == (code, None)


def test_what_finished_of_a_broken_run_is_kept_with_the_error(fake):
    fake.says(trials=[trial("one"), trial("two", "errored", failures=[("infrastructure", "the model is gone")])], exit=3)
    with pytest.raises(VivaError, match="the model is gone") as caught:
        run_suite("a.eval.ts")
    assert [one.status for one in caught.value.run.trials] == ["passed", "errored"]


def test_run_case_gives_one_trial(fake):
    fake.says(trials=[trial("one"), trial("two"), trial("two", repeat=2)])
    assert run_case("a.eval.ts", "one").case == "one"
    with pytest.raises(VivaError, match="2 trials"):
        run_case("a.eval.ts", "two")


def test_line_separators_within_a_text_do_not_cut_it(fake):
    # Viva writes them as they are, Python's splitlines() cuts at them.
    path = fake.folder / "fake_viva.py"
    path.write_text(path.read_text().replace("print(json.dumps({\"suite\"", "print(ascii_off({\"suite\"").replace(
        "here = Path", "ascii_off = lambda value: json.dumps(value, ensure_ascii=False)\nsys.stdout.reconfigure(encoding='utf-8')\nhere = Path"
    ))
    fake.says(cases=[{"id": "a", "description": "One\u2028two\x85three"}])
    assert [case.description for case in list_cases("a.eval.ts")] == ["One\u2028two\x85three"]


PLAYS = """
import json, sys
for number, line in enumerate(sys.stdin, start=1):
    case = json.loads(line)
    print(json.dumps({"line": number, "origin": "live", "transcript": {"case": case["id"], "exchanges": []}}), flush=True)
"""


def test_a_player_that_was_interrupted_does_not_mix_up_its_answers(tmp_path):
    (tmp_path / "plays.py").write_text(PLAYS)
    with Player("a.eval.ts", viva=[sys.executable, str(tmp_path / "plays.py")]) as player:
        player.play({"id": "first"})
        stdout = player._process.stdout

        class Interrupted:
            closed = False

            def readline(self):
                raise KeyboardInterrupt

        player._process.stdout = Interrupted()
        with pytest.raises(KeyboardInterrupt):
            player.play({"id": "second"})
        player._process.stdout = stdout
        assert player.play({"id": "third"}).transcript.case == "third"
    with pytest.raises(VivaError, match="closed"):
        player.play({"id": "fourth"})


def test_titles_are_those_that_viva_lists(fake):
    fake.says(cases=[{"id": "a", "title": "[multi-turn] Does a.", "description": "Does a."}])
    assert [case.title for case in list_cases("a.eval.ts")] == ["[multi-turn] Does a."]
    fake.says(cases=[], listExit=64)
    with pytest.raises(VivaError) as caught:
        list_cases("a.eval.ts")
    assert caught.value.exit_code == 64


def test_viva_is_found_by_argument_variable_node_modules_or_path(tmp_path, monkeypatch):
    monkeypatch.delenv("VIVA", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    inner = tmp_path / "project" / "suites"
    inner.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VivaError, match="npm install vivavoce"):
        find_viva(near=[inner])
    on_path = tmp_path / "viva"
    on_path.write_text("#!/bin/sh\n")
    on_path.chmod(0o755)
    assert find_viva(near=[inner]) == [str(on_path)]
    program = tmp_path / "project" / "node_modules" / ".bin" / "viva"
    program.parent.mkdir(parents=True)
    program.touch()
    assert find_viva(near=[inner]) == [str(program)]
    monkeypatch.setenv("VIVA", "node 'my viva.js'")
    assert find_viva(near=[inner]) == ["node", "my viva.js"]
    assert find_viva(["other"]) == ["other"]
