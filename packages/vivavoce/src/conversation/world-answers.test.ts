import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type Effect, effectSchema, type World } from "../shape/index.ts";
import { WatchedWorld } from "./watched-world.ts";

const worldWith = (answers: Partial<Record<keyof World, unknown>>): World => {
  const answering = Object.entries(answers).map(([name, answer]) => [name, () => answer]);
  return { snapshot: () => null, diff: () => [], ...Object.fromEntries(answering) };
};
/** Fails as the trial would. */
function watching<T>(answers: Parameters<typeof worldWith>[0], look: (watched: WatchedWorld) => T): T {
  const watched = new WatchedWorld(worldWith(answers));
  const seen = look(watched);
  if (watched.failure !== undefined) throw new Error(watched.failure);
  return seen;
}
const effectsOf = (returned: unknown) => watching({ diff: returned }, (watched) => watched.effects() ?? []);
const snapshotOf = (state: unknown) => watching({ snapshot: state }, (watched) => watched.effects());
const outlineOf = (answers: Parameters<typeof worldWith>[0]) =>
  watching(answers, (watched) => watched.whole()?.opening);
const late = () => Promise.reject(new Error("too late"));
const cycle: Record<string, unknown> = {};
cycle.self = cycle;

describe("a snapshot", () => {
  test("may be anything that the world's own diff() can compare", () => {
    for (const state of [null, 0, "", { a: 1 }, { at: new Date(0) }, { count: 1n }, cycle]) {
      const diff = vi.fn<World["diff"]>(() => []);
      expect(new WatchedWorld({ snapshot: () => state as never, diff }).effects()).toEqual([]);
      for (const compared of diff.mock.calls.flat()) expect(compared).toBe(state);
    }
  });

  test("is not left out, and not waited for", async () => {
    expect(() => snapshotOf(undefined)).toThrow("snapshot() returned undefined");
    expect(() => snapshotOf(late())).toThrow(
      "snapshot() returned a promise; it must return the whole state as JSON, without async",
    );
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe("effects", () => {
  const set = (to: unknown) => ({ kind: "value.set", pointer: "/a", from: 1, to });

  test("are copied, with all that they hold", () => {
    const effect = { ...set({ deep: [1] }), note: "besides" };
    const [copy] = effectsOf([effect]);
    expect(copy).toEqual(effect);
    expect(copy).not.toBe(effect);
    expect((copy as { to?: unknown }).to).not.toBe(effect.to);
    expect(effectsOf([])).toEqual([]);
  });

  test("what JSON can say of a value is said", () => {
    class Slot {
      time = "9:00";
      close() {}
    }
    expect(effectsOf([set(new Date(0)), set(new Slot())])).toEqual([
      set("1970-01-01T00:00:00.000Z"),
      set({ time: "9:00" }),
    ]);
  });

  test.each<[string, unknown, string]>([
    ["nothing", undefined, "diff() returned undefined; it must return a list of effects, without async"],
    ["a text", "changed", "diff() returned the text “changed”"],
    ["one effect", set(2), "diff() returned an object with kind, pointer, from, to; it must return a list"],
    ["a BigInt", [set(1n)], "diff() returned effects that are not JSON: Do not know how to serialize a BigInt"],
    ["a circle", [set(cycle)], "diff() returned effects that are not JSON: Converting circular structure to JSON"],
    ["a function", [set(() => 1)], "an effect of kind value.set whose `to` is missing or of the wrong type"],
    ["a number for a note", [{ kind: "note.created", note: 7 }], "kind note.created whose `note` is missing or"],
    ["a list for a note", [{ kind: "note.created", note: ["a"] }], "kind note.created whose `note` is missing or"],
    [
      "another kind",
      [{ kind: "email.sent" }],
      "diff() returned an effect of kind email.sent; the kinds of effects are note.",
    ],
    ["no kind", [{ note: "a.md" }], "diff() returned an object with note; the kinds"],
    ["a kind that is not a text", [{ kind: { a: 1 } }], "an effect of kind an object with a; the kinds"],
    ["what is not an effect", ["changed"], "diff() returned the text “changed”; the kinds of effects are"],
    ["a hole", [undefined], "diff() returned null; the kinds of effects are"],
  ])("%s is refused", (_name, returned, said) => {
    expect(() => effectsOf(returned)).toThrow(said);
  });

  test("are not waited for", async () => {
    expect(() => effectsOf(late())).toThrow("diff() returned a promise; it must return a list of effects");
    await new Promise((resolve) => setImmediate(resolve));
  });

  test("a value nested as deep as JSON goes is not a reason to fail", () => {
    const deep: unknown = JSON.parse("[".repeat(1_500) + "]".repeat(1_500));
    expect(effectsOf([set(deep)])).toHaveLength(1);
  });

  test("whatever a diff gives, what is kept fits the schema", () => {
    const kind = fc.constantFrom(...effectSchema.options.map(({ shape }) => shape.kind.value), "bogus");
    const value = fc.oneof(
      fc.string(),
      fc.jsonValue({ maxDepth: 2 }),
      fc.anything({ withBigInt: true, withDate: true }),
    );
    const field = fc.constantFrom("note", "pointer", "from", "to", "section", "text", "box", "key");
    const effect = fc
      .tuple(kind, fc.dictionary(field, value))
      .map(([name, fields]) => ({ ...Object.fromEntries(Object.entries(fields)), kind: name }));
    fc.assert(
      fc.property(fc.array(effect), (returned) => {
        let kept: Effect[] = [];
        try {
          kept = effectsOf(returned);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: the world failed: diff\(\) returned /);
        }
        for (const one of kept) expect(effectSchema.safeParse(one).error).toBeUndefined();
      }),
    );
  });
});

describe("the outline", () => {
  test("is text; a world without one has no words", () => {
    expect(outlineOf({ outline: "all well" })).toBe("all well");
    expect(outlineOf({ outline: undefined })).toBe("");
    expect(outlineOf({})).toBe("");
  });

  test.each<[unknown, string]>([
    [1n, "outline() returned 1n; it must return the world in words, without async"],
    [{ notes: 1n }, "outline() returned an object with notes"],
    [Promise.resolve("all well"), "outline() returned a promise"],
  ])("%o is refused", (outline, said) => {
    expect(() => outlineOf({ outline })).toThrow(said);
  });
});
