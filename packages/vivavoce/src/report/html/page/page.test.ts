import { describe, expect, test } from "vitest";
import type { TrialView } from "../trial-view.ts";
import { type FakeElement, FakePage } from "./fake-dom.test-helper.ts";
import type { GraphPicture } from "./graph.ts";
import { startPage } from "./start.ts";

const view: TrialView = {
  title: "prompt v1",
  status: "failed",
  history: [{ role: "user", text: "earlier" }],
  exchanges: [
    {
      number: 1,
      facts: "1 model call",
      user: "Archive **them**",
      refuses: false,
      items: [
        { type: "text", text: "**Done**", unheard: "and dusted" },
        {
          type: "call",
          name: "archive",
          effect: "destructive",
          given: '{"all":true}',
          approval: { decision: "rejected", reason: "too many" },
          executed: '{"all":false}',
          result: "x".repeat(500),
          error: undefined,
          laid: [],
        },
        {
          type: "call",
          name: "other",
          effect: undefined,
          given: "{}",
          approval: undefined,
          executed: undefined,
          result: "hidden",
          error: "it broke",
          laid: ["fault: half-done", "mocked"],
        },
      ],
      quiet: false,
      interrupts: false,
      notes: [{ name: "state", value: "short" }],
      effects: ["Garden.md was deleted"],
    },
    {
      number: 2,
      facts: "",
      user: "No",
      refuses: true,
      interrupts: true,
      items: [],
      quiet: true,
      notes: [],
      effects: undefined,
    },
  ],
  ends: ["ended: the agent failed (threw): oh"],
  scores: [
    {
      metric: "criteria",
      judged: true,
      gating: false,
      status: "scored",
      line: "0.50, at least 0.7",
      passed: false,
      checks: [
        {
          ok: false,
          skipped: false,
          label: "asks first",
          verdict: "no",
          reason: "it did not",
          evidence: [{ text: "Done", exchange: 2, source: "reply" }],
        },
        {
          ok: true,
          skipped: false,
          label: "is kind",
          verdict: "yes",
          reason: "it is",
          evidence: [{ text: "a fact", exchange: undefined, source: "fact" }],
        },
        { ok: true, skipped: false, label: "is short", verdict: "yes", reason: "", evidence: [] },
      ],
      graph: { id: 0, path: ["a", "b"] },
    },
    {
      metric: "relevancy",
      judged: true,
      gating: true,
      status: "unscored",
      line: "no answer",
      passed: undefined,
      checks: [],
      graph: undefined,
    },
  ],
};

const picture: GraphPicture = {
  width: 100,
  height: 50,
  nodes: [
    { id: "a", kind: "binary", x: 0, y: 0, lines: ["Does it ask?"] },
    { id: "b", kind: "verdict", x: 60, y: 0, lines: ["1.00"] },
    { id: "c", kind: "verdict", x: 60, y: 30, lines: ["0.00"] },
  ],
  edges: [
    { from: "a", to: "b", label: "yes", path: "M0 0", labelX: 1, labelY: 1 },
    { from: "a", to: "c", label: "no", path: "M1 1", labelX: 1, labelY: 1 },
  ],
};

/** A page with two cases, as the report writes it. */
function madePage() {
  const page = new FakePage();
  const written = page.add("input", { id: "as-written" });
  const suite = page.add("section", { class: "suite", "data-suite": "0" });
  const map = page.add(
    "svg",
    {
      class: "heat",
      "data-suite": "0",
      "data-variant": "0",
      "data-first": "0",
      "data-cell": "10",
      "data-left": "20",
      "data-width": "100",
    },
    "",
    suite,
  );
  const caption = page.add("output", { class: "caption" }, "", suite);
  const filter = page.add("div", { class: "filter", "data-needs-script": "" }, "", suite);
  filter.hidden = true;
  const all = page.add("button", { "data-status": "" }, "all", filter);
  const failed = page.add("button", { "data-status": "failed" }, "failed", filter);
  const search = page.add("input", {}, "", filter);
  const count = page.add("output", {}, "", filter);
  const row = (index: number, status: string, text: string) => {
    const made = page.add(
      "details",
      { class: "case", id: `c0-${index}`, "data-status": status, "data-trials": `t0-${index}` },
      "",
      suite,
    );
    page.add("summary", {}, text, made);
    page.add("div", { class: "trials" }, "", made);
    return made;
  };
  const rows = [row(0, "failed", "archive-everything safety"), row(1, "passed", "inbox")];
  page.add(
    "script",
    { id: "s0" },
    JSON.stringify({
      metrics: ["criteria", "toolUse"],
      cases: ["archive-everything", "inbox"],
      cells: [
        [
          ["0.50, under 0.7", "1.00"],
          ["1.00", "skipped"],
        ],
      ],
    }),
  );
  page.add("script", { id: "t0-0" }, JSON.stringify(view));
  page.add(
    "script",
    { id: "t0-1" },
    JSON.stringify({ ...view, title: "", exchanges: [], history: [], scores: [], ends: [] }),
  );
  page.add("script", { id: "graphs" }, JSON.stringify([picture]));
  startPage(page);
  return {
    page,
    written,
    map,
    caption,
    filter,
    all,
    failed,
    search,
    count,
    first: rows[0] as FakeElement,
    second: rows[1] as FakeElement,
  };
}

const shownIn = (row: FakeElement) => row.querySelector(".trials")?.children.map(String).join("") ?? "";

describe("a case that is opened", () => {
  test("has nothing but its line until then", () => {
    const { first } = madePage();
    expect(shownIn(first)).toBe("");
  });

  test("shows who said what, what was called and what changed", () => {
    const { first } = madePage();
    first.open = true;
    const text = shownIn(first);
    expect(text).toContain("<strong>Done</strong>");
    expect(text).toContain('<div class="words">Archive **them**</div>');
    expect(text).toContain("user, before");
    expect(text).toContain("user, refusing");
    expect(text).toContain('<span class="badge destructive">destructive</span>');
    expect(text).toContain('<span class="badge rejected">rejected</span>');
    expect(text).toContain("too many");
    expect(text).toContain('<div class="block" title="run with"><pre>{"all":false}</pre>');
    expect(text).toContain("<summary>result, 500 characters</summary>");
    expect(text).toContain("<summary>note: state, 5 characters</summary>");
    for (const words of ["and dusted", "user, refusing, interrupting", "(stays quiet)"]) expect(text).toContain(words);
    expect(text).toContain('<p class="error">it broke</p>');
    expect(text).not.toContain("hidden");
    expect(text).toContain("Garden.md was deleted");
    expect(text).toContain("ended: the agent failed (threw): oh");
  });

  test("marks what a judge decided, what decides nothing, and what was missed", () => {
    const { first } = madePage();
    first.open = true;
    const text = shownIn(first);
    expect(text).toContain(">judged</span>");
    expect(text).toContain(">reported only</span>");
    expect(text).toContain("unscored: no answer");
    const checks = first.querySelectorAll(".checks details");
    expect(checks.map(({ open }) => open)).toEqual([true, false]);
    expect(text).toContain("is short");
  });

  test("draws the graph that decided, with the way that was taken", () => {
    const { first } = madePage();
    first.open = true;
    const paths = first.querySelectorAll("path").map((path) => path.getAttribute("class"));
    expect(paths).toEqual(["taken", ""]);
    expect(first.querySelectorAll("g").map((node) => node.getAttribute("class"))).toEqual([
      "binary taken",
      "verdict taken",
      "verdict",
    ]);
    expect(first.querySelector(".graph")?.textContent).toContain("Does it ask?");
  });

  test("leads from a quote to where it was said", () => {
    const { first } = madePage();
    first.open = true;
    first.querySelector(".place")?.fire("click");
    const classes = first.querySelectorAll(".exchange").map((section) => section.getAttribute("class"));
    expect(classes).toEqual(["exchange", "exchange lit"]);
    expect(first.querySelectorAll(".exchange")[1]?.scrolled).toBe(1);
    first.querySelector(".conversation")?.fire("click");
    expect(first.querySelectorAll(".exchange")[1]?.scrolled).toBe(1);
  });

  test("shows replies as they were written, if wished", () => {
    const { first, second, written } = madePage();
    first.open = true;
    written.checked = true;
    written.fire("change");
    expect(shownIn(first)).toContain('<div class="words">**Done**</div>');
    expect(shownIn(second)).toBe("");
  });
});

describe("the list of cases", () => {
  test("shows what needs the script only where it runs", () => {
    expect(madePage().filter.hidden).toBe(false);
  });

  test("can be narrowed by status and by words, in any case", () => {
    const { first, second, failed, all, search, count } = madePage();
    failed.fire("click");
    expect([first.hidden, second.hidden]).toEqual([false, true]);
    expect(failed.getAttribute("aria-pressed")).toBe("true");
    expect(count.textContent).toBe("1 of 2");
    all.fire("click");
    expect([first.hidden, second.hidden]).toEqual([false, false]);
    expect(count.textContent).toBe("");
    search.value = " SAFETY ";
    search.fire("input");
    expect([first.hidden, second.hidden]).toEqual([false, true]);
  });

  test("is searched by what the list says, not by what an opened transcript says", () => {
    const { second, search } = madePage();
    second.open = true;
    search.value = "hello";
    search.fire("input");
    expect(second.hidden).toBe(true);
  });
});

describe("the heat map", () => {
  test("says which case and metric the pointer is on", () => {
    const { map, caption } = madePage();
    map.fire("mousemove", { clientX: 25, clientY: 5 });
    expect(caption.textContent).toBe("archive-everything · criteria 0.50, under 0.7");
    map.fire("mousemove", { clientX: 35, clientY: 15 });
    expect(caption.textContent).toBe("inbox · toolUse skipped");
    map.fire("mousemove", { clientX: 5, clientY: 5 });
    expect(caption.textContent).toBe("");
    map.fire("mousemove", { clientX: 25, clientY: 5 });
    map.fire("mouseleave");
    expect(caption.textContent).toBe("");
  });

  test("opens the case on a click, even one that the filter hides", () => {
    const { map, second, failed } = madePage();
    failed.fire("click");
    map.fire("click", { clientX: 35, clientY: 5 });
    expect([second.open, second.hidden, second.scrolled]).toEqual([true, false, 1]);
    map.fire("click", { clientX: 95, clientY: 5 });
    expect(second.scrolled).toBe(1);
  });
});
