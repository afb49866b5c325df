import { expect, test } from "vitest";
import { TapeNotes } from "../run/index.ts";
import { tellTapes } from "./tell-result.ts";

type Told = Parameters<typeof tellTapes>;

function told(mode: "record" | "replay", notes: TapeNotes, options = {}, paths: string[] = []): string[] {
  const said: string[] = [];
  const around = { cwd: "/project/sub", project: { root: "/project" }, style: { warn: (text: string) => text } };
  const result = { suites: [{ tapes: notes, plan: { mode: { kind: mode } } }] };
  const header = { paths, options: { repeat: 1, variants: {}, ...options } };
  tellTapes(around as unknown as Told[0], result as unknown as Told[1], header as unknown as Told[2], (text) =>
    said.push(text),
  );
  return said;
}

function notesOf(...notes: Parameters<TapeNotes["add"]>[0][]): TapeNotes {
  const all = new TapeNotes();
  for (const note of notes) all.add(note);
  return all;
}

const note = (caseId: string) => ({ file: `cassettes/exam/default/${caseId}.yaml`, caseId, unused: [] });

test("for complete tapes nothing is said", () => {
  expect(told("replay", notesOf(note("one"), undefined))).toEqual([]);
});

test("incomplete tapes are counted and named, with the command that completes them from the user's folder", () => {
  const notes = notesOf(...["a", "b", "c", "d"].map((id) => ({ ...note(id), incomplete: "the judge is down" })));
  const options = { repeat: 2, variants: { prompt: ["v1", "v 2"] } };
  expect(told("record", notes, options, ["evals", "."])).toEqual([
    "incomplete: 4 tapes lack a full result: cassettes/exam/default/a.yaml (case a), cassettes/exam/default/b.yaml (case b), cassettes/exam/default/c.yaml (case c) and 1 more tape: the judge is down",
    "  play these trials again: npx viva run ../evals .. --record missing --variant 'prompt=v1,v 2' --repeat 2",
  ]);
  expect(told("replay", notesOf({ ...note("a"), incomplete: "down" }))[0]).toBe(
    "incomplete: 1 tape lacks a full result, and the replay repeats the recorded outage: cassettes/exam/default/a.yaml (case a): down",
  );
});

test("tapes whose answers somebody has edited are named", () => {
  expect(told("replay", notesOf({ ...note("a"), edited: 2 }, note("b")))).toEqual([
    "warning: cassettes/exam/default/a.yaml (case a): somebody has edited recorded answers, which count as hand-written now. If that was not you, restore the files or record the cases again.",
  ]);
});

test("unused entries are named; tapes with the same unused entries share a warning", () => {
  const unused = ["agent call 2", 'judge call 1 of "criteria"'];
  const notes = notesOf({ ...note("a"), unused }, { ...note("b"), unused }, { ...note("c"), unused: ["agent call 9"] });
  expect(told("replay", notes)).toEqual([
    'warning: cassettes/exam/default/a.yaml (case a), cassettes/exam/default/b.yaml (case b): 2 entries each not used: agent call 2, judge call 1 of "criteria". Did the case, the agent or the metrics change after the tape was made?',
    "warning: cassettes/exam/default/c.yaml (case c): 1 entry not used: agent call 9. Did the case, the agent or the metrics change after the tape was made?",
  ]);
});
