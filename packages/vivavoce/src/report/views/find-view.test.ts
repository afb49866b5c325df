import { expect, test } from "vitest";
import { type MadeTrial, storedRun } from "../../results/stored-run.test-helper.ts";
import { sharedStore } from "../../run/run.test-helper.ts";
import { scoreOf } from "../../store/store.test-helper.ts";
import { textPattern } from "./find-hits.ts";
import { findView } from "./find-view.ts";

const store = sharedStore();
type Asked = Parameters<typeof findView.answer>[1];
const find = (asked: Asked) => findView.answer({ store: store(), invocation: "viva" }, asked);
const found = async (asked: Asked) =>
  (await find(asked)).hits.map(({ case: id, where, exchange }) => [id, where, exchange].join(" "));

function saying(id: string, reply: string, more: Partial<MadeTrial> = {}, replyMs = 100): MadeTrial {
  const call = { id: "1", name: "pay_back", arguments: { sum: 12 }, effect: "read", result: { paid: "zloty" } };
  const failing = { ...call, id: "2", result: undefined, error: { message: "the till is locked" } };
  const items = [{ type: "text", text: reply }, ...[call, failing].map((one) => ({ type: "call", call: one }))];
  const exchanges = [{ number: 1, user: { content: "Where is my parcel?" }, items, modelCalls: 1, replyMs }];
  return { id, value: 1, transcript: { exchanges } as never, ...more };
}

test("a text is found in every run: in lines, replies, calls, results, errors and reasons, with where it stands", async () => {
  await storedRun(store(), [saying("old", "A REFUND was promised.")]);
  const { id } = await storedRun(store(), [saying("new", "We refund you."), saying("other", "No.", { value: 0.1 })]);
  expect(await found({ text: "refund" })).toEqual(["new reply 1", "old reply 1"]);
  const [first] = (await find({ text: "refund" })).hits;
  expect(first).toMatchObject({ run: id, suite: 0, trial: 0, before: "We ", match: "refund", after: " you." });
  expect(await found({ text: "parcel", from: id })).toContain("new user 1");
  expect(await found({ text: "pay_back", variant: "nobody" })).toEqual([]);
  expect((await found({ text: "pay_back" }))[0]).toBe("new call 1");
  expect((await found({ text: "ZLOTY" }))[0]).toBe("new result 1");
  expect((await found({ text: "locked" }))[0]).toBe("new error 1");
  expect(await found({ text: "under the threshold" })).toEqual(["other reason "]);
});

test("the words around it are whole, and what is left out of them is marked", async () => {
  const many = "perhaps ".repeat(20).trim();
  await storedRun(store(), [saying("long", `${many} a walrus ${many}`), saying("short", "only a walrus here")]);
  const hits = (await find({ text: "walrus" })).hits.map(({ before, after }) => [before, after]);
  expect(hits[0]?.[0]).toMatch(/^…( perhaps)+ a $/);
  expect(hits[0]?.[1]).toMatch(/^( perhaps)+ …$/);
  expect(hits[1]).toEqual(["only a ", " here"]);
  // Not every language has spaces.
  const dense = "海".repeat(100);
  await storedRun(store(), [saying("dense", `${dense}walrus${dense}`)]);
  expect((await find({ text: "walrus" })).hits[0]?.before).toBe(`…${"海".repeat(70)}`);
});

test("any letters and signs are found where they stand", async () => {
  const said = "İİİ 50% _off_ (a+b) \\d ΟΔΟΣ — refund 🧯🧯";
  await storedRun(store(), [saying("odd", said)]);
  for (const text of ["İİ", "50%", "_OFF_", "(A+B)", "\\d", "οδος", "REFUND", "🧯🧯", ".*", "[a"]) {
    const [hit] = (await find({ text })).hits;
    const at = said.toLocaleUpperCase("en").indexOf(text.toLocaleUpperCase("en"));
    expect([text, hit?.match]).toEqual([text, at < 0 ? undefined : said.slice(at, at + text.length)]);
    if (hit) expect(hit.before + hit.match + hit.after).toBe(said);
  }
  const fires = "🧯".repeat(100);
  await storedRun(store(), [saying("fires", `${fires}.ostrich.${fires}`)]);
  const [{ before, after } = { before: "", after: "" }] = (await find({ text: "ostrich" })).hits;
  expect([before, after].map((part) => part.isWellFormed())).toEqual([true, true]);
});

test("it is narrowed by how a trial ended, its score, its variant, its origin and its duration", async () => {
  await storedRun(
    store(),
    [
      saying("a", "unicorn", { variant: { prompt: "v1" }, scores: [scoreOf("m", 0.2)] }, 9_000),
      saying("b", "unicorn", { variant: { prompt: "v2" }, answers: { origin: "recorded" } }),
    ],
    { variants: [{ prompt: "v1" }, { prompt: "v2" }] },
  );
  const text = "unicorn";
  expect(await found({ text })).toEqual(["a reply 1", "b reply 1"]);
  expect(await found({ text, status: "failed" })).toEqual(["a reply 1"]);
  expect(await found({ text, score: "m<0.7" })).toEqual(["a reply 1"]);
  expect(await found({ text, score: "m>0.7" })).toEqual(["b reply 1"]);
  expect(await found({ text, score: "other>0.7" })).toEqual([]);
  expect(await found({ text, variant: "v2" })).toEqual(["b reply 1"]);
  expect(await found({ text, origin: "recorded" })).toEqual(["b reply 1"]);
  expect(await found({ text, slower: 5 })).toEqual(["a reply 1"]);
});

test("a search ends at its limit of hits, and says so", async () => {
  await storedRun(
    store(),
    Array.from({ length: 120 }, (_, index) => saying(`c${index}`, "pelican")),
  );
  const answer = await find({ text: "pelican" });
  expect(answer).toMatchObject({ full: true, searched: 100 });
  expect(answer.hits).toHaveLength(100);
  expect(await find({ text: "nowhere to be found" })).toMatchObject({ hits: [], full: false, next: undefined });
});

test.each([
  ["x", "give at least two characters"],
  ["x".repeat(201), "give at most 200 characters"],
])("a text that is too short or too long is told so", (text, message) => {
  expect(findView.query.safeParse({ text }).error?.issues).toMatchObject([{ message }]);
});

test("every place of a text is one in the text itself, so that a page can mark it", () => {
  const said = "İ refund, REFUND ẞ refund";
  const places = [...said.matchAll(textPattern("refund"))].map(({ index }) => said.slice(index, index + 6));
  expect(places).toEqual(["refund", "REFUND", "refund"]);
  expect(said.toLowerCase()).not.toHaveLength(said.length);
});
