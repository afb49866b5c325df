import { expect, test, vi } from "vitest";
import { type MadeTrial, recordsOf, storedRun } from "../../results/stored-run.test-helper.ts";
import { sharedStore } from "../../run/run.test-helper.ts";
import type { TranscriptItem } from "../../shape/index.ts";
import { searchView } from "./rows-view.ts";
import { SuiteTexts } from "./suite-texts.ts";

const store = sharedStore();
const search = async (run: string, text: string) =>
  (await searchView.answer({ store: store(), invocation: "viva" }, { run, suite: 0, text })).cases;

/** A trial in which the user says something and the agent does something. */
function saying(id: string, user: string, ...items: (string | object)[]): MadeTrial {
  const made = items.map((item): TranscriptItem => {
    if (typeof item === "string") return { type: "text", text: item };
    const call = { id: "1", name: "find_note", arguments: item, effect: "read" as const, result: "hidden" };
    return { type: "call", call: call as unknown as Extract<TranscriptItem, { type: "call" }>["call"] };
  });
  return {
    id,
    value: 1,
    transcript: { exchanges: [{ number: 1, user: { content: user }, items: made, modelCalls: 1 }] },
  };
}

test("a text is found in replies, lines, calls and ids, whatever its case and its signs", async () => {
  const { id } = await storedRun(store(), [
    saying("garden-01", "Where are my TULIPS?", "In the shed."),
    saying("house", "Hello", "Straße und Ärger: don’t worry", "second\nline"),
    saying("boat", "Hello", { title: 'the "old" boat', deep: [{ list: ["Anker\nkette"] }] }),
    saying("greek", "ΟΔΥΣΣΕΎΣ", "日本語の返事 – mit Strich"),
  ]);
  for (const [text, cases] of Object.entries({
    tulips: ["garden-01"],
    "GARDEN-0": ["garden-01"],
    ärger: ["house"],
    "A\u0308RGER": ["house"],
    "don't": ["house"],
    "second line": ["house"],
    find_note: ["boat"],
    '"old" boat': ["boat"],
    "anker kette": ["boat"],
    deep: ["boat"],
    οδυσσεύς: ["greek"],
    日本語: ["greek"],
    "- MIT strich": ["greek"],
    hello: ["house", "boat"],
    hidden: [],
    "worry second": [],
    nowhere: [],
  }))
    expect([text, await search(id, text)]).toEqual([text, cases]);
});

test("arguments that are nested very deeply do not keep the others from being found", async () => {
  let deep: unknown = 'the "deepest" word';
  for (let level = 0; level < 1_000; level++) deep = [deep];
  const { id } = await storedRun(store(), [saying("deep", "Hello", { deep }), saying("flat", "tea")]);
  expect([await search(id, '"deepest"'), await search(id, "tea")]).toEqual([["deep"], ["flat"]]);
});

test("a case is listed once, however many of its trials have the text", async () => {
  const { id } = await storedRun(store(), [
    { ...saying("a", "tea"), repeat: 1 },
    { ...saying("a", "more tea"), repeat: 2 },
  ]);
  expect(await search(id, "tea")).toEqual(["a"]);
});

test("while a run is written, new trials are found, and only they are read", async () => {
  const { id } = await storedRun(store(), [saying("a", "tea")], { finished: false });
  expect(await search(id, "tea")).toEqual(["a"]);
  const reads = vi.spyOn(store().trials, "conversations");
  for (const record of recordsOf(id, saying("b", "tea"), 1)) await store().write(record);
  expect(await search(id, "tea")).toEqual(["a", "b"]);
  expect(await search(id, "tea")).toEqual(["a", "b"]);
  expect(reads.mock.calls.map(([, , trials]) => trials.length)).toEqual([1]);
  reads.mockRestore();
});

test("a trial that was played again is read again", async () => {
  const { id } = await storedRun(store(), [saying("a", "tea")], { finished: false });
  expect(await search(id, "tea")).toEqual(["a"]);
  const again = recordsOf(id, saying("a", "coffee"), 0).map((record) => ({ ...record, playedAt: 2_000 }));
  for (const record of again) await store().write(record);
  expect(await search(id, "tea")).toEqual([]);
  expect(await search(id, "coffee")).toEqual(["a"]);
});

test("texts for which there is no room are still found, in the same order", async () => {
  const trials = Array.from({ length: 100 }, (_, index) => saying(`case-${index}`, index % 2 ? "tea" : "coffee"));
  const { id } = await storedRun(store(), trials);
  const source = { store: store(), run: id, suite: 0 };
  const whole = await (await SuiteTexts.read(source)).find("tea");
  expect(whole).toHaveLength(50);
  for (const most of [0, 500, 1_500]) {
    const texts = await SuiteTexts.read(source, undefined, most);
    expect(await texts.find("tea")).toEqual(whole);
    expect(await (await SuiteTexts.read(source, texts, most)).find("tea")).toEqual(whole);
  }
});
