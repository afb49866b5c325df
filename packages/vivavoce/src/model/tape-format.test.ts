import { describe, expect, test } from "vitest";
import { InputError, showProblem } from "../base/index.ts";
import { parseTapeFile } from "./tape-format.ts";

const header = "viva: tape 1\norigin: hand-written\ncase: c1\n";
const tapes = (text: string) => parseTapeFile(`${header}tapes:\n${text}`, "c1.yaml", "c1").file.tapes;

function problemsIn(text: string, caseId: string | null = "c1") {
  try {
    parseTapeFile(text, "c1.yaml", caseId ?? undefined);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}
const inTapes = (text: string) => problemsIn(`${header}tapes:\n${text}`);

describe("a tape file", () => {
  test("reads as it is written by hand", () => {
    const text = `viva: tape 1
origin: hand-written        # or: recorded
case: stalled-project-advice
tapes:
  - repeat: 1               # default 1
    startedAt: 2025-01-06T09:00:00.000Z
    agent:
      - text: Let us look at it.
        calls:
          - show_project_card: { project_file: Projects/A.md }
      - Here it is.
    judge:
      criteria:
        - items:
            c1: { verdict: yes, quote: "Here it is", reason: "…" }
    user: [ Thanks ]
`;
    const { file } = parseTapeFile(text, "x.yaml", "stalled-project-advice");
    expect(file.origin).toBe("hand-written");
    expect(file.tapes).toEqual([
      {
        repeat: 1,
        startedAt: "2025-01-06T09:00:00.000Z",
        agent: {
          "": [
            {
              text: "Let us look at it.",
              calls: [{ name: "show_project_card", arguments: { project_file: "Projects/A.md" } }],
            },
            { text: "Here it is." },
          ],
        },
        judge: { criteria: [{ items: { c1: { verdict: "yes", quote: "Here it is", reason: "…" } } }] },
        user: { "": [{ text: "Thanks" }] },
      },
    ]);
  });

  test("has repeat 1 where none is given, and may have no tape at all", () => {
    expect(tapes("  - agent: [hi]")).toMatchObject([{ repeat: 1 }]);
    expect(parseTapeFile(`${header}tapes: []`, "c1.yaml", "c1").file.tapes).toEqual([]);
  });

  test("takes a call in full, in short, with a text for arguments, and without any", () => {
    const calls = `  - agent:
    - calls:
      - { id: x, name: look, arguments: { at: sky } }
      - look: { at: sea }
      - look: '{"at": broken'
      - look:
      - look
      - name: look
      - name: { of: tool }
`;
    expect(tapes(calls)[0]?.agent?.[""]?.[0]?.calls).toEqual([
      { id: "x", name: "look", arguments: { at: "sky" } },
      { name: "look", arguments: { at: "sea" } },
      { name: "look", arguments: '{"at": broken' },
      { name: "look", arguments: {} },
      { name: "look", arguments: {} },
      { name: "look", arguments: {} },
      { name: "name", arguments: { of: "tool" } },
    ]);
  });

  test("keeps arguments as they are, whatever their keys", () => {
    const [tape] = tapes("  - agent: [{ calls: [look: { __proto__: { a: 1 }, constructor: 2 }] }]");
    expect(JSON.stringify(tape?.agent?.[""]?.[0]?.calls?.[0]?.arguments)).toBe('{"__proto__":{"a":1},"constructor":2}');
  });

  test("of a suite names no case", () => {
    const text = "viva: tape 1\norigin: recorded\ntapes: []";
    expect(parseTapeFile(text, "_suite.yaml", undefined).file.case).toBeUndefined();
  });
});

describe("what is wrong with a tape file is said with line, column and remedy", () => {
  test("all problems at once", () => {
    const problems = inTapes(`  - repeat: 0
    agnt: []
    agent:
      - txt: hello
      - text: 5
      - text: fine
        finish: whenever
        usage: { inputTokens: 1, outputTokens: 2, tokens: 3 }
`);
    expect(problems.map(({ place }) => [place?.line, place?.column])).toEqual([
      [5, 13],
      [6, 5],
      [8, 9],
      [8, 9],
      [9, 15],
      [11, 17],
      [12, 51],
    ]);
    expect(problems.every(({ remedy }) => remedy)).toBe(true);
    expect(problems.map(showProblem).join("\n")).toMatchInlineSnapshot(`
      "c1.yaml:5:13: tapes[0].repeat: Too small: expected number to be >=1
          A tape has the fields repeat, origin, startedAt, incomplete, ended, late, lines, exchanges, agent, judge, user, mcp.
      c1.yaml:6:5: unknown field "agnt"
          A tape has the fields repeat, origin, startedAt, incomplete, ended, late, lines, exchanges, agent, judge, user, mcp.
      c1.yaml:8:9: unknown field "txt"
          An entry is a text, or has the fields text, calls, finish, servedModel, usage, cost, warnings, logprobs, atMs, durationMs, askedMs, answeredMs, hash, answerHash, draw, request, wire, missing; a judge's also items.
      c1.yaml:8:9: tapes[0].agent[0]: an entry needs text or calls, or missing with the reason why there is none
          An entry is a text, or has the fields text, calls, finish, servedModel, usage, cost, warnings, logprobs, atMs, durationMs, askedMs, answeredMs, hash, answerHash, draw, request, wire, missing; a judge's also items.
      c1.yaml:9:15: tapes[0].agent[1].text: Invalid input: expected string, received number
          Put it in quotes to make it a text.
      c1.yaml:11:17: tapes[0].agent[2].finish: Invalid option: expected one of "stop"|"tool-calls"|"length"|"content-filter"|"other"
          An entry is a text, or has the fields text, calls, finish, servedModel, usage, cost, warnings, logprobs, atMs, durationMs, askedMs, answeredMs, hash, answerHash, draw, request, wire, missing; a judge's also items.
      c1.yaml:12:51: unknown field "tokens"
          An entry is a text, or has the fields text, calls, finish, servedModel, usage, cost, warnings, logprobs, atMs, durationMs, askedMs, answeredMs, hash, answerHash, draw, request, wire, missing; a judge's also items."
    `);
  });

  test.each([
    ["an unknown field of the file", `${header}tapes: []\ntape: 1`, 5, 1],
    ["a time that runs back", `${header}tapes: [{ exchanges: [{ replyMs: -1 }] }]`, 4, 34],
    ["a time nobody knows", `${header}tapes: [{ exchanges: [{ waitMs: 1 }] }]`, 4, 25],
    ["another version", "viva: tape 4\norigin: recorded\ncase: c1\ntapes: []", 1, 7],
    ["another origin", "viva: tape 1\norigin: dreamt\ncase: c1\ntapes: []", 2, 9],
    ["no tapes", header, 1, 1],
    ["a list in place of the file", "- a", 1, 1],
    ["an empty file", "", 1, 1],
    ["a file of another case", "viva: tape 1\norigin: recorded\ncase: c2\ntapes: []", 3, 7],
    ["a file that names no case", "viva: tape 1\norigin: recorded\ntapes: []", 1, 1],
    ["a repeat given twice", `${header}tapes:\n  - repeat: 2\n  - repeat: 2`, 6, 13],
    ["a repeat given twice, once by default", `${header}tapes:\n  - agent: [a]\n  - repeat: 1`, 6, 13],
    ["a time that cannot be read", `${header}tapes:\n  - startedAt: yesterday`, 5, 16],
    [
      "a hand-written tape in a recorded file",
      "viva: tape 1\norigin: recorded\ncase: c1\ntapes: [{ origin: hand-written }]",
      4,
      19,
    ],
    ["a role without a list", `${header}tapes:\n  - agent: hello`, 5, 12],
    ["an entry that says nothing", `${header}tapes:\n  - agent:\n    - finish: stop`, 6, 7],
    ["an entry with no call in its calls", `${header}tapes:\n  - agent:\n    - calls: []`, 6, 7],
    ["items of the agent", `${header}tapes:\n  - agent:\n    - items: { a: yes }`, 6, 7],
    ["items that are a list", `${header}tapes:\n  - judge:\n    - items: [a]`, 6, 14],
    ["items without one", `${header}tapes:\n  - judge:\n    - items: {}`, 6, 14],
    ["items beside a text", `${header}tapes:\n  - judge:\n    - text: a\n      items: { a: yes }`, 7, 14],
    ["a call of two tools", `${header}tapes:\n  - agent:\n    - calls:\n      - { a: {}, b: {} }`, 7, 9],
    ["a call with an unknown field", `${header}tapes:\n  - agent:\n    - calls:\n      - { name: a, args: {} }`, 7, 20],
    ["a call with a list of arguments", `${header}tapes:\n  - agent:\n    - calls:\n      - look: [1]`, 7, 9],
    ["a time before the start", `${header}tapes:\n  - agent:\n    - text: a\n      atMs: -1`, 7, 13],
  ])("%s", (_, text, line, column) => {
    const [problem] = problemsIn(text);
    expect(problem?.place).toEqual({ file: "c1.yaml", line, column });
    expect(problem?.remedy).toBeTruthy();
  });

  test("the tape of a suite that names a case", () => {
    expect(problemsIn(header, null).map(({ message }) => message)).toContain("the suite's tape names the case c1");
  });

  test("a mistake in a labelled list is found in its line", () => {
    const [problem] = inTapes("  - judge:\n      criteria:\n        - text: fine\n        - text: [no]\n");
    expect(problem).toMatchObject({
      message: "tapes[0].judge.criteria[1].text: Invalid input: expected string, received array",
      place: { line: 8, column: 17 },
    });
  });
});
