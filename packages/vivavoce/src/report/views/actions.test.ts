import { expect, test } from "vitest";
import { scored, storedRun } from "../stored-run.test-helper.ts";
import { actions } from "./actions.ts";
import { caseView } from "./case-view.ts";

async function played(id = "one") {
  const { store, run } = await storedRun({ trials: [{ id, status: "passed", scores: [scored("m", 1)] }] });
  const started: (readonly string[])[] = [];
  const at = { run: run.id, suite: 0, case: id };
  const context = { store, invocation: "viva", play: (args: readonly string[]) => void started.push(args) };
  return { store, run, at, started, context };
}

test("a note on an exchange is kept with who and when, and comes with the case", async () => {
  const { at, context } = await played();
  const note = { exchange: 1, author: "Ana", text: "It should have asked." };
  await actions.notes.act(context, { ...at, trial: 0, ...note });
  const [trial] = (await caseView.answer(context, at)).trials;
  expect(trial?.remarks).toEqual([{ ...note, notedAt: expect.any(Number) }]);
});

test("a note on what is not there is refused, and so is an empty one", async () => {
  const { at, context } = await played();
  const note = { ...at, trial: 0, exchange: 9, author: "Ana", text: "?" };
  await expect(actions.notes.act(context, note)).rejects.toThrow("there is no exchange 9");
  await expect(actions.notes.act(context, { ...note, trial: 3 })).rejects.toThrow("has no trial 3");
  expect(actions.notes.body.safeParse({ ...note, text: "  " }).success).toBe(false);
});

test("a secret in a note is not kept, nor in its author's name", async () => {
  const { at, context } = await played();
  const key = `sk-proj-${"aB3dE6gH9jK2mN5pQ8sT1vW4"}`;
  await actions.notes.act(context, { ...at, trial: 0, exchange: 1, author: key, text: `use ${key}` });
  const [trial] = (await caseView.answer(context, at)).trials;
  expect(trial?.remarks).toHaveLength(1);
  expect(JSON.stringify(trial?.remarks)).not.toContain(key);
});

test("a case is played again only where that was allowed", async () => {
  const { at, started, context } = await played();
  await expect(actions.play.act({ ...context, play: undefined }, at)).rejects.toThrow("may not play anything");
  expect((await caseView.answer({ ...context, play: undefined }, at)).playable).toBe(false);
  expect(started).toEqual([]);
  await actions.play.act(context, at);
  expect(started).toEqual([["run", expect.stringMatching(/\.eval\.ts$/), "--case=one"]]);
});

test("a forged name cannot become another command or option", async () => {
  const { at, started, context } = await played();
  for (const forged of ["--live", "one --live", "one; rm -rf ~", "../one", "$(id)", "one\n--live", "two"])
    await expect(actions.play.act(context, { ...at, case: forged })).rejects.toThrow("that can be played");
  await expect(actions.play.act(context, { ...at, suite: 7 })).rejects.toThrow("has no suite 7");
  expect(actions.play.body.safeParse({ ...at, args: ["--live"] }).success).toBe(false);
  expect(actions.play.body.safeParse({ ...at, run: "--help" }).success).toBe(true);
  await expect(actions.play.act(context, { ...at, run: "--help" })).rejects.toThrow("--help");
  expect(started).toEqual([]);
});

test("a stored case whose id looks like an option stays one argument", async () => {
  const { at, started, context } = await played("--live; id");
  await actions.play.act(context, at);
  expect(started).toEqual([["run", expect.any(String), "--case=--live; id"]]);
});

test("an id that is also a pattern plays nothing, because it may mean other cases", async () => {
  const { at, started, context } = await played("a*");
  await expect(actions.play.act(context, at)).rejects.toThrow("is also a pattern");
  expect(started).toEqual([]);
});
