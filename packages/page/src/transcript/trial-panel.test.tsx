import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { madeTrial, withItems } from "./trial.test-helper.ts";
import type { CaseTrial } from "./trial.ts";
import { TrialPanel } from "./trial-panel.tsx";

const drawn = (trial: CaseTrial, more: { other?: CaseTrial; asWritten?: boolean; blind?: boolean } = {}) =>
  renderToStaticMarkup(<TrialPanel trial={trial} {...more} />);
/** The kind of each check that can be opened, and whether it is. */
const openings = (markup: string) =>
  [...markup.matchAll(/<li class="(missed|ok|skipped)">.*?<(?:details( open)?|\/li)/g)].flatMap(
    ([all, kind, open = ""]) => (all.includes("<details") ? [`${kind}${open || " "}`] : []),
  );
const text = (markup: string) => markup.replace(/<[^>]+>/g, "");

describe("a trial", () => {
  const page = drawn(madeTrial);

  test("shows who said what, what was called and what changed", () => {
    for (const words of [
      '<div class="words">Archive **them**</div>',
      "user, before",
      "user, refusing, interrupting",
      '<span class="badge destructive">destructive</span>',
      '<span class="badge rejected">rejected</span>',
      "too many",
      "<pre>{&quot;all&quot;:false}</pre>",
      "result, 500 characters",
      "note: state, 5 characters",
      "and dusted",
      "(stays quiet)",
      "fault: half-done",
      '<p class="error">it broke</p>',
      "ended: the agent failed (threw): oh",
    ])
      expect(page).toContain(words);
    expect(page).not.toContain("superseded");
  });

  test("shows a change as what was there before and after", () => {
    expect(page).toContain("<del>live</del> → <ins>archived</ins>");
    expect(page).toContain("no recorded call explains it");
    const long = { text: "a.md", before: "one\ntwo\nthree", after: "one\ntwo and a half\nthree", unexplained: false };
    const changed = { ...madeTrial, exchanges: madeTrial.exchanges.map((one) => ({ ...one, effects: [long] })) };
    expect(text(drawn(changed))).toContain(" one−two+two and a half three");
  });

  test("marks what a judge decided, what decides nothing, and what was missed", () => {
    expect(page).toContain(">judged</span>");
    expect(page).toContain(">reported only</span>");
    expect(page).toContain("unscored: no answer");
    expect(openings(page)).toEqual(["missed open", "ok "]);
    expect(page).toContain("is short");
  });

  test("leaves a check closed that decided nothing, although it is not met", () => {
    const undecided = {
      ok: false,
      skipped: true,
      label: "zip",
      verdict: "undecided",
      reason: "not read",
      evidence: [],
    };
    const scores = madeTrial.scores.map((score) => ({ ...score, checks: [undecided] }));
    expect(drawn({ ...madeTrial, scores })).not.toContain("<details open");
    expect(openings(drawn({ ...madeTrial, scores }))[0]).toBe("skipped ");
  });

  test("marks quoted words where they stand, across the form of a reply, and numbers them as their check does", () => {
    expect(page).toMatch(/<strong><mark class="quote missed"[^>]*>Done<\/mark><\/strong><mark[^>]*>, all ten<\/mark>/);
    expect(page).toMatch(/id="[^"]*-quote-1"[^>]*>1<\/button>/);
    expect(page).toMatch(/reply, exchange 1<sup>1<\/sup>/);
    expect(page).toMatch(/<mark class="quote"><code>archive<\/code><\/mark><button[^>]*-quote-2"/);
    // A quote that is not found leads to its exchange.
    expect(page).toMatch(/never said<button[^>]*>reply, exchange 2<\/button>/);
  });

  test("draws the graph that decided, with the way that was taken", () => {
    expect(page.match(/<path class="[^"]*"/g)).toEqual(['<path class="taken"', '<path class=""']);
    expect(page.match(/<g class="[^"]*"/g)).toEqual([
      '<g class="binary taken"',
      '<g class="verdict taken"',
      '<g class="verdict"',
    ]);
    expect(page).toContain("The way taken: Does it ask?, then 1.00");
  });

  test("shows replies as they were written, if wished", () => {
    expect(text(drawn(madeTrial, { asWritten: true }))).toContain("**Done**, all ten");
    expect(text(page)).not.toContain("**Done**");
  });

  test("shows where the agent threw, folded, if that was kept", () => {
    expect(page).not.toContain("where it was thrown");
    expect(drawn({ ...madeTrial, stack: "agent.ts:12" })).toMatch(
      /<details[^>]*><summary>where it was thrown.*agent.ts:12/,
    );
  });

  test("shows nothing of its scores to a reader who is to judge by himself", () => {
    const blind = drawn(madeTrial, { blind: true });
    for (const word of ["criteria", "<mark", "failed</span>", "asks first"]) expect(blind).not.toContain(word);
  });
});

describe("beside another conversation", () => {
  const said = (words: string) => withItems([{ type: "text", text: words, unheard: undefined }]);
  const called = (...names: [string, string][]) =>
    withItems(
      names.map(([name, given]) => ({
        type: "call",
        name,
        given,
        effect: undefined,
        approval: undefined,
        executed: undefined,
        result: undefined,
        error: undefined,
        fate: "refused",
        missed: false,
      })),
    );
  const marks = (page: string) => [...page.matchAll(/<mark class="differs">([^<]*)/g)].map(([, words]) => words);

  test("words that the other does not have are marked", () => {
    expect(marks(drawn(said("I archived **two** notes."), { other: said("I archived ten notes.") }))).toEqual(["two"]);
    expect(marks(drawn(madeTrial, { other: madeTrial }))).toEqual([]);
  });

  test("calls that only one of them has, and other arguments, are named", () => {
    const page = drawn(called(["read", "{}"], ["move", '{"to":"b"}'], ["delete", "{}"]), {
      other: called(["read", "{}"], ["move", '{"to":"a"}']),
    });
    expect([...page.matchAll(/badge differs">([^<]*)/g)].map(([, words]) => words)).toEqual([
      "other arguments",
      "only here",
    ]);
    expect(marks(page)).toEqual(["b"]);
  });
});
