import { describe, expect, test } from "vitest";
import type { Effect, Expectations } from "../../shape/index.ts";
import { call, caseOf, exchange, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { worldEffects } from "./world-effects.ts";

type World = NonNullable<Expectations["world"]>;

const garden = "Projects/Garden.md";
const archived: Effect = { kind: "frontmatter.set", note: garden, key: "status", from: "live", to: "archived" };
const added = (text: string, note = garden): Effect => ({
  kind: "task.added",
  note,
  section: "Next actions",
  text,
  box: "open",
});

const score = (world: World, effects: Effect[]) =>
  scoredOf(worldEffects(), transcriptOf([["done"]], effects), caseOf({ world: structuredClone(world) }));
const value = async (world: World, effects: Effect[]) => (await score(world, effects)).value;

describe("expected effects", () => {
  test("one that happened scores 1", async () => {
    expect(
      await value({ effects: [{ kind: "task.added", note: garden, text: "Buy seeds" }] }, [added("Buy seeds")]),
    ).toBe(1);
  });

  test("fields that are not named are free, those named are not", async () => {
    expect(await value({ effects: [{ kind: "task.added" }] }, [added("Buy seeds")])).toBe(1);
    expect(await value({ effects: [{ kind: "task.added", box: "waiting" }] }, [added("Buy seeds")])).toBe(0);
    expect(await value({ effects: [{ kind: "task.added", author: "me" }] }, [added("Buy seeds")])).toBe(0);
  });

  test("strings may be matchers, the kind too", async () => {
    expect(await value({ effects: [{ kind: "task.added", text: { matches: "seed" } }] }, [added("Buy seeds")])).toBe(1);
    expect(await value({ effects: [{ kind: { oneOf: ["task.added", "text.inserted"] } }] }, [added("Buy seeds")])).toBe(
      1,
    );
    expect(await value({ effects: [{ kind: "task.added", text: { matches: "tool" } }] }, [added("Buy seeds")])).toBe(0);
  });

  test("one that did not happen is missing, and the nearest change is named", async () => {
    const { value, checks } = await score({ effects: [{ kind: "task.added", note: garden, text: "Buy soil" }] }, [
      added("Buy seeds"),
    ]);
    expect(value).toBe(0);
    expect(checks[0]).toMatchObject({ id: "effect-1", verdict: "missing", ok: false });
    expect(checks[0]?.reason).toContain('text is "Buy seeds", expected "Buy soil"');
  });

  test("where nothing changed, that is said", async () => {
    expect((await score({ effects: [{ kind: "note.created" }] }, [])).checks[0]?.reason).toBe(
      "expected note created, but nothing changed",
    );
  });

  test("two of a kind need two changes", async () => {
    const twice: World = { effects: [{ kind: "task.added" }, { kind: "task.added" }] };
    expect(await value(twice, [added("a"), added("b")])).toBe(1);
    expect(await value(twice, [added("a")])).toBe(0);
  });

  test("are matched by the best assignment, not by the first that fits", async () => {
    const effects = [{ kind: "task.added" }, { kind: "task.added", text: "a" }];
    expect(await value({ effects }, [added("a"), added("b")])).toBe(1);
  });
});

describe("the frame rule", () => {
  test("nothing expected and nothing changed scores 1", async () => {
    const { value, checks } = await score({ effects: [] }, []);
    expect(value).toBe(1);
    expect(checks).toMatchObject([{ ok: true, reason: "nothing changed" }]);
  });

  test("nothing expected, but something changed: a sentence says what", async () => {
    const { value, checks } = await score({ effects: [] }, [archived]);
    expect(value).toBe(0);
    expect(checks).toMatchObject([
      { ok: false, verdict: "changed", reason: `nothing should have changed, but: ${garden} status live → archived` },
    ]);
    expect(checks[0]?.evidence).toEqual([{ text: `${garden} status live → archived`, source: "fact" }]);
  });

  test("a change beside the expected one breaks it", async () => {
    const { value, checks } = await score({ effects: [{ kind: "task.added" }] }, [added("a"), archived]);
    expect(value).toBe(0);
    expect(checks.map(({ ok }) => ok)).toEqual([true, false]);
    expect(checks[1]?.reason).toMatch(/^nothing else should have changed, but: /);
  });

  test("every unexpected change is a check", async () => {
    expect((await score({ effects: [] }, [archived, added("a")])).checks).toHaveLength(2);
  });

  test("changes in what is excepted are free", async () => {
    const frame = { except: ["Reviews/**"] };
    expect(await value({ effects: [], frame }, [added("a", "Reviews/Week.md")])).toBe(1);
    expect(await value({ effects: [], frame }, [added("a")])).toBe(0);
    expect(await value({ effects: [] }, [added("a", "Reviews/Week.md")])).toBe(0);
  });

  test("an expected change is met by the one that would break the frame", async () => {
    const world: World = { effects: [{ kind: "task.added" }], frame: { except: ["Reviews/**"] } };
    expect(await value(world, [added("a", "Reviews/Week.md"), added("b")])).toBe(1);
    expect(await value(world, [added("b"), added("a", "Reviews/Week.md")])).toBe(1);
  });

  test("JSON worlds have it too", async () => {
    const set: Effect = { kind: "value.set", pointer: "/slots/0/free", from: true, to: false };
    expect(await value({ effects: [{ kind: "value.set", pointer: "/slots/0/free", to: false }] }, [set])).toBe(1);
    expect(await value({ effects: [] }, [set])).toBe(0);
  });
});

describe("is skipped", () => {
  test("where the case says nothing of the world", async () => {
    expect(await scoreOf(worldEffects(), transcriptOf([["done"]], []))).toMatchObject({ status: "skipped" });
  });

  test("where every change is excepted, since nothing could break the frame", async () => {
    const set: Effect = { kind: "value.set", pointer: "/slots/0/free", from: true, to: false };
    const all = { effects: [], frame: { except: ["/**"] } };
    const reason = "the case expects no effect, and its frame excepts every change";
    const scored = (world: World, effects: Effect[]) =>
      scoreOf(worldEffects(), transcriptOf([["done"]], effects), caseOf({ world }));
    expect(await scored(all, [set])).toMatchObject({ status: "skipped", reason });
    expect(await scored(all, [])).toMatchObject({ status: "skipped", reason });
    expect(await scored({ effects: [], frame: { except: ["/log/**"] } }, [])).toMatchObject({ value: 1 });
    const sets = { effects: [], frame: { except: [{ path: "/**", kinds: ["value.set"] }] } } satisfies World;
    expect(await scored(sets, [set])).toMatchObject({ status: "scored", value: 1 });
    const kinds: Effect["kind"][] = ["note.created", "note.deleted", "note.renamed"];
    const vault = { effects: [], frame: { except: ["**", { path: "**/*.md", kinds }] } };
    expect(await scored(vault, [added("a")])).toMatchObject({ status: "skipped", reason });
    const notes = { effects: [], frame: { except: ["**"] } };
    expect(await scored(notes, [added("a")])).toMatchObject({ status: "scored", value: 1 });
    expect(await scored(notes, [])).toMatchObject({ status: "scored", value: 1 });
  });

  test("where Viva cannot see the world", async () => {
    const score = await scoreOf(worldEffects(), transcriptOf([["done"]]), caseOf({ world: { effects: [] } }));
    expect(score).toMatchObject({ status: "skipped", reason: "Viva cannot see the world" });
  });
});

test("it takes a name and can be for the report only", () => {
  expect(worldEffects({ name: "vault", report: true })).toMatchObject({ name: "vault", gating: false });
});

describe("a case that says nothing about the world", () => {
  const changed: Effect = { kind: "value.set", pointer: "/price", from: 1, to: 2 };
  const look = call("look", {}, { effect: "read", result: 1 });

  test("is checked for changes that no call explains", async () => {
    const silent = transcriptOf([exchange([look, "It is 1."], { effects: [changed] })], [changed]);
    const score = await scoredOf(worldEffects(), silent, caseOf({}));
    expect(score).toMatchObject({ value: 0, checks: [{ verdict: "unexplained" }] });
    expect(score.checks[0]?.reason).toContain("exchange 1: /price 1 → 2, and no recorded call explains it");
  });

  test("and for nothing else: a call that may have done it explains it, and so does an agent that records no calls", async () => {
    const open = transcriptOf(
      [exchange([call("set_price", { to: 2 }, { result: 1 })], { effects: [changed] })],
      [changed],
    );
    expect(await scoreOf(worldEffects(), open, caseOf({}))).toMatchObject({ status: "skipped" });
    const unseen = transcriptOf([exchange(["Done."], { effects: [changed] })], [changed]);
    expect(await scoreOf(worldEffects(), unseen, caseOf({}))).toMatchObject({ status: "skipped" });
    // A case that speaks of calls is about an agent that records them.
    for (const expected of [{ tools: [{ shouldCall: false }] }, { calls: [] }])
      expect(await scoredOf(worldEffects(), unseen, caseOf(expected))).toMatchObject({ value: 0 });
  });
});

test("a broken invariant is a miss in every case, and the first one is the reason", async () => {
  const broken = (name: string) => exchange(["Done."], { effects: [], broken: name });
  const played = transcriptOf([["Hi."], broken("no slot is booked twice"), broken("no price is negative")], []);
  for (const testCase of [caseOf({}), caseOf({ world: { effects: [] } })]) {
    const score = await scoredOf(worldEffects(), played, testCase);
    expect(score).toMatchObject({ value: 0 });
    expect(score.checks.map(({ reason }) => reason)).toEqual(["exchange 2: no slot is booked twice"]);
  }
});

describe("a change that is made and taken back in one exchange", () => {
  const add = call("add_task", { note: "A.md", text: "Call Ada" }, { result: "done" });
  const remove = call("delete_task", { note: "A.md", text: "Call Ada" }, { result: "done" });
  const nothing = caseOf({ world: { effects: [] } });
  const scoreFor = (calls: (typeof add)[]) =>
    scoredOf(worldEffects(), transcriptOf([exchange([...calls, "Nothing."], { effects: [] })], []), nothing);

  test("is seen by its calls", async () => {
    const score = await scoreFor([add, remove]);
    expect(score).toMatchObject({ value: 0 });
    expect(score.checks[0]?.reason).toContain("delete_task(");
  });

  test("is not suspected of calls that failed, that are about something else, or that take nothing back", async () => {
    expect(await scoreFor([add, { ...remove, error: { message: "no" }, result: undefined }])).toMatchObject({
      value: 1,
    });
    expect(await scoreFor([add, call("delete_task", { note: "B.md", text: "x" }, { result: 1 })])).toMatchObject({
      value: 1,
    });
    expect(await scoreFor([add, call("send_mail", { text: "Call Ada" }, { result: 1 })])).toMatchObject({ value: 1 });
  });
});
