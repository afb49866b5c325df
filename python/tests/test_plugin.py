import pytest
from conftest import score, trial

MARKED = """
import pytest
@pytest.mark.viva("a.eval.ts", mode="replay")
def test_exam(trial):
    assert trial.transcript.exchanges[0].reply == "Added."
"""


@pytest.fixture
def exam(pytester, fake):
    pytester.makefile(".eval.ts", a="")
    pytester.makepyfile(test_exam=MARKED)
    return fake


def outcomes(result):
    return {name: count for name, count in result.parseoutcomes().items() if name not in ("warning", "warnings")}


def test_one_test_a_case_titled_with_its_description_and_one_run_for_all(pytester, exam):
    exam.says(cases=[{"id": "one", "description": "Adds  a thing."}, {"id": "two"}], trials=[trial("one"), trial("two")])
    result = pytester.runpytest("-v")
    assert outcomes(result) == {"passed": 2}
    result.stdout.fnmatch_lines(["*test_exam?Adds a thing.?*PASSED*", "*test_exam?two?*PASSED*"])
    assert [call[-2:] for call in exam.runs] == [["--json", "--replay"]]


def test_statuses_become_outcomes_with_vivas_own_words(pytester, exam):
    exam.says(
        trials=[
            trial("good"),
            trial("bad", "failed", [score("toolUse", 0.0, passed=False)], [("toolUse", "called delete_note")]),
            trial("lost", "errored", failures=[("infrastructure", "no tape")]),
            trial("open", "unscored", failures=[("criteria", "unscored: no answer")]),
            trial("late", "pending"),
            trial("idle", "skipped", [score("toolUse", status="skipped", reason="nothing expected")]),
        ],
        exit=3,
    )
    result = pytester.runpytest("-rs")
    assert outcomes(result) == {"passed": 1, "failed": 4, "skipped": 1}
    result.stdout.fnmatch_lines(["*toolUse  called delete_note", "*next: npx viva show 7f3a bad"])
    result.stdout.fnmatch_lines(["*infrastructure  no tape"])
    result.stdout.fnmatch_lines(["*nothing expected (toolUse: nothing expected)*"])


def test_a_case_that_was_not_played_fails(pytester, exam):
    exam.says(cases=[{"id": "one"}, {"id": "two"}], trials=[trial("one")], stderr="1 case without a recording, not planned")
    result = pytester.runpytest()
    assert result.ret == 1 and outcomes(result)["passed"] == 1
    result.stdout.fnmatch_lines(["*Viva did not play this case.*", "*1 case without a recording*"])


def test_a_run_that_came_to_nothing_fails_every_test(pytester, exam):
    exam.says(cases=[{"id": "one"}, {"id": "two"}], silent=True, exit=64, stderr="viva: bad input")
    result = pytester.runpytest()
    assert result.ret == 1 and "passed" not in outcomes(result)
    result.stdout.fnmatch_lines(["*viva: bad input*"])
    assert len(exam.runs) == 1


def test_a_verdict_that_no_case_tells_is_not_green(pytester, exam):
    decision = {"suite": "exam", "verdict": "fail", "exitCode": 1, "reason": "worse than the baseline"}
    exam.says(trials=[trial("one")], exit=1, decisions=[decision])
    result = pytester.runpytest()
    assert outcomes(result) == {"failed": 1}
    result.stdout.fnmatch_lines(["*every case passed, but the run did not*", "*worse than the baseline*"])


def test_what_is_deselected_is_not_played_and_k_knows_ids_and_tags(pytester, exam):
    cases = [{"id": "one", "description": "First."}, {"id": "two", "description": "Second.", "tags": ["smoke"]}]
    exam.says(cases=cases, trials=[trial("one"), trial("two")])
    assert outcomes(pytester.runpytest("-k", "smoke")) == {"passed": 1, "deselected": 1}
    assert exam.runs[-1][-2:] == ["--case", "two"]
    assert outcomes(pytester.runpytest("-k", "one")) == {"passed": 1, "deselected": 1}
    assert exam.runs[-1][-2:] == ["--case", "one"]


def test_collecting_plays_nothing(pytester, exam):
    exam.says(trials=[trial("one")])
    pytester.runpytest("--collect-only")
    assert exam.runs == []


def test_without_a_function(pytester, exam):
    exam.says(cases=[{"id": "one", "description": "Same."}, {"id": "two", "description": "Same."}], trials=[trial("one"), trial("two", "failed", failures=[("safety", "wrote")])])
    result = pytester.runpytest("a.eval.ts", "-v", "--viva-mode", "replay", "--viva-args", "--seed 4")
    assert outcomes(result) == {"passed": 1, "failed": 1}
    result.stdout.fnmatch_lines(["a.eval.ts::Same. (exam one) PASSED*", "a.eval.ts::Same. (exam two) FAILED*", "*safety  wrote*"])
    assert exam.runs[-1][-4:] == ["--json", "--replay", "--seed", "4"]
    pytester.makefile(".eval.ts", **{"more/b": ""})
    result = pytester.runpytest("--viva-suite", "more", "-k", "b.eval")
    assert outcomes(result) == {"passed": 1, "failed": 1, "deselected": 2}


def test_a_folder_has_the_suites_that_viva_finds_in_it_and_at_least_one(pytester, exam):
    exam.says(trials=[trial("one")])
    for name in ("evals/a.eval.ts", "evals/deep/b.eval.tsx", "evals/c.eval.cjs", "evals/dist/a.eval.js", "evals/.old/a.eval.ts"):
        (pytester.path / name).parent.mkdir(parents=True, exist_ok=True)
        (pytester.path / name).touch()
    result = pytester.runpytest("--viva-suite", "evals", "-v", "-k", "eval")
    assert outcomes(result)["passed"] == 3
    result.stdout.fnmatch_lines_random(["evals/a.eval.ts::*", "evals/c.eval.cjs::*", "evals/deep/b.eval.tsx::*"])
    pytester.mkdir("nothing")
    result = pytester.runpytest("--viva-suite", "nothing", "test_exam.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*there is no suite (?.eval.ts) in nothing*"])


def test_the_nearest_marker_of_a_class_or_a_function_counts(pytester, exam):
    exam.says(trials=[trial("one")])
    code = 'import pytest\n@pytest.mark.viva("none.eval.ts")\nclass TestExam:\n    @pytest.mark.viva("a.eval.ts")\n    def test_it(self, trial): ...'
    pytester.makepyfile(test_exam=code)
    assert outcomes(pytester.runpytest()) == {"passed": 1}


def test_suites_of_the_configuration_where_no_path_is_given(pytester, exam):
    exam.says(trials=[trial("one")])
    pytester.makeini("[pytest]\nviva_suites = a.eval.ts")
    assert outcomes(pytester.runpytest()) == {"passed": 2}
    assert outcomes(pytester.runpytest("test_exam.py")) == {"passed": 1}


def test_a_suite_that_nobody_named_is_left_alone(pytester, exam):
    exam.says(trials=[trial("one")])
    assert outcomes(pytester.runpytest(".")) == {"passed": 1}


def test_repeats_are_one_test_that_passes_when_all_do(pytester, exam):
    pytester.makepyfile(
        test_exam="""
import pytest
@pytest.mark.viva("a.eval.ts", repeat=2, cases=["one"])
def test_all(trials):
    assert len(trials) == 2
@pytest.mark.viva("a.eval.ts", repeat=2, cases=["one"])
def test_one(trial): ...
@pytest.mark.viva("a.eval.ts", repeat=2, tags=["t"])
def test_tag(trials): ...
"""
    )
    exam.says(
        cases=[{"id": "one"}, {"id": "two", "tags": ["t"]}],
        trials=[trial("one"), trial("one", repeat=2), trial("two"), trial("two", "failed", failures=[("m", "once")], repeat=2)],
    )
    result = pytester.runpytest()
    assert outcomes(result) == {"passed": 1, "failed": 1, "errors": 1}
    result.stdout.fnmatch_lines(["*has 2 trials: take the fixture `trials`*"])
    assert len(exam.runs) == 1


def test_processes_of_xdist_share_one_run(pytester, exam):
    pytest.importorskip("xdist")
    ids = [f"case-{index}" for index in range(8)]
    exam.says(trials=[trial(id) for id in ids])
    assert outcomes(pytester.runpytest("-n", "2")) == {"passed": 8}
    assert len(exam.runs) == 1
    pytester.makeini("[pytest]\nviva_suites = a.eval.ts")
    assert outcomes(pytester.runpytest("-n", "2")) == {"passed": 16}
    assert len(exam.runs) == 3, "one for the function, which replays, and one for the file"


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ("viva()", "takes a suite"),
        ('viva("none.eval.ts")', "there is no suite none.eval.ts"),
        ('viva("a.eval.ts", cases=["nine"])', "there is no case nine"),
        ('viva("a.eval.ts", case="one")', "has no case; it takes args, cases"),
        ('viva("a.eval.ts", tags=["smoke"])', "there is no case with the tag smoke"),
        ('viva("a.eval.ts")\n@pytest.mark.viva("a.eval.ts")', "has @pytest.mark.viva twice"),
    ],
)
def test_a_marker_that_cannot_be_meant_says_so(pytester, exam, marker, words):
    exam.says(trials=[trial("one")])
    pytester.makepyfile(test_exam=f"import pytest\n@pytest.mark.{marker}\ndef test_exam(trial): ...")
    result = pytester.runpytest()
    assert result.ret != 0 and words in result.stdout.str() + result.stderr.str()


def test_a_case_some_of_whose_repeats_were_never_played_does_not_pass(pytester, exam):
    variants = [{"variant": {}, "cases": 2, "planned": 6}]
    played = [trial("one", repeat=number) for number in (1, 2, 3)]
    exam.says(trials=[*played, trial("two")], cases=[{"id": "one"}, {"id": "two"}], planned=6, variants=variants, exit=3)
    pytester.makepyfile(test_exam='import pytest\n@pytest.mark.viva("a.eval.ts", repeat=3)\ndef test_exam(trials): ...')
    result = pytester.runpytest()
    assert outcomes(result) == {"passed": 1, "failed": 1}
    result.stdout.fnmatch_lines(["*2 of this case's trials were never played.*"])


def test_a_marker_without_effect_is_not_a_pass(pytester, exam):
    exam.says(trials=[trial("one")])
    code = "import pytest, unittest\nclass TestExam(unittest.TestCase):\n    @pytest.mark.viva('a.eval.ts')\n    def test_it(self): ..."
    pytester.makepyfile(test_exam=code)
    result = pytester.runpytest()
    assert result.ret == 1 and "passed" not in outcomes(result)
    result.stdout.fnmatch_lines(["*has no effect here*"])


@pytest.mark.parametrize("option", ["--lf", "--last-failed", "--stepwise"])
def test_cases_chosen_by_their_outcome_are_not_compared_with_a_baseline(pytester, exam, option):
    exam.says(cases=[{"id": "one"}, {"id": "two"}], trials=[trial("one"), trial("two")])
    result = pytester.runpytest(option, "--viva-args=--baseline main")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*chooses cases by their outcome*"])
    assert exam.runs == []
    assert outcomes(pytester.runpytest(option)) == {"passed": 2}
