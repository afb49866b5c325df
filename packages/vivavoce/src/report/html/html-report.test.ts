import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { check, exchange, type MadeSuite, scored, storedRun, without } from "../stored-run.test-helper.ts";
import { writeHtmlReport } from "./html-report.ts";
import { readPage } from "./strict-html.test-helper.ts";
import type { TrialView } from "./trial-view.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function pageOf(made: MadeSuite, settings: { maxCases?: number } = {}): Promise<string> {
  const { store, run } = await storedRun(made);
  let text = "";
  const decisions = [
    {
      suite: run.suites[0]?.name ?? "",
      verdict: "fail" as const,
      exitCode: 1 as const,
      reason: "2 trials failed",
    },
  ];
  await writeHtmlReport({
    store,
    run,
    decisions,
    write: (part) => {
      text += part;
    },
    ...settings,
  });
  return text;
}

const coach: MadeSuite = {
  name: "coach",
  metrics: [{ name: "criteria", judged: true }, { name: "toolUse" }, { name: "limits", gating: false }],
  trials: [
    { id: "good", status: "passed", scores: [scored("criteria", 1, { judged: true }), scored("toolUse", 1)] },
    {
      id: "bad",
      status: "failed",
      scores: [
        scored("criteria", 0.5, {
          judged: true,
          threshold: 0.7,
          checks: [
            check("asks first", "it did not ask", {
              evidence: [{ text: "Done, all ten.", exchange: 1, source: "reply" }],
            }),
          ],
        }),
        scored("toolUse", 1),
      ],
      transcript: {
        exchanges: [
          exchange("Done, **all** ten.", {
            replyMs: 1_200,
            items: [
              { type: "text", text: "Done, **all** ten." },
              {
                type: "call",
                call: {
                  id: "1",
                  name: "archive",
                  effect: "destructive",
                  arguments: { all: true },
                  approval: { decision: "rejected" },
                  result: "no",
                },
              },
            ],
            effects: [{ kind: "note.deleted", note: "Garden.md" }],
          }),
        ],
      },
    },
    { id: "silent", status: "unscored", scores: [without("criteria", "unscored", "the judge said nothing")] },
  ],
};

describe("the page", () => {
  test("is whole in itself: one script and one style, known by their hashes, and no address anywhere", async () => {
    const page = readPage(await pageOf(coach));
    const policy =
      page.attributes.find(([, value]) => value.startsWith("default-src"))?.[1].replaceAll("&#39;", "'") ?? "";
    expect(page.scripts).toHaveLength(1);
    expect(page.styles).toHaveLength(1);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hash(page.scripts[0] ?? "")};`);
    expect(policy).toContain(`style-src ${hash(page.styles[0] ?? "")};`);
    expect(policy).not.toContain("unsafe");
    const names = new Set(page.attributes.map(([name]) => name));
    for (const name of ["src", "href", "style", "srcset", "action", "onclick", "onload"])
      expect(names).not.toContain(name);
    expect(page.styles[0]).not.toMatch(/url\(|@import/);
  });

  test("shows verdict, pass rate with its interval, and every metric with its own", async () => {
    const { text } = readPage(await pageOf(coach));
    expect(text).toContain("FAIL2 trials failed");
    expect(text).toContain("pass rate 0.33 [0.01, 0.91] (1 missing)");
    expect(text).toMatch(/criteria°.*0\.50/s);
    expect(text).toContain("(limits)");
  });

  test("lists failures first, and what had no score before what passed", async () => {
    const page = await pageOf(coach);
    const ids = [...page.matchAll(/<span class="id">([^<]+)<\/span>/g)].map(([, id]) => id);
    expect(ids.slice(1)).toEqual(["bad", "silent", "good"]);
  });

  test("has the reasons of a failure even where no script runs", async () => {
    expect(readPage(await pageOf(coach)).text).toContain("asks first: it did not ask “Done, all ten.” (exchange 1)");
  });

  test("keeps each conversation as data, with calls, approvals, effects and evidence", async () => {
    const { data } = readPage(await pageOf(coach));
    const view = data.get("t0-1") as TrialView;
    expect(view.status).toBe("failed");
    expect(view.exchanges[0]).toMatchObject({
      facts: "1 model call · 1.2 s",
      user: "Hello",
      effects: ["Garden.md was deleted"],
      items: [
        { type: "text", text: "Done, **all** ten." },
        {
          type: "call",
          name: "archive",
          effect: "destructive",
          given: '{\n  "all": true\n}',
          approval: { decision: "rejected" },
          result: "no",
        },
      ],
    });
    expect(view.scores[0]).toMatchObject({
      metric: "criteria",
      judged: true,
      passed: false,
      line: "0.50, at least 0.7",
    });
    expect(view.scores[0]?.checks[0]?.evidence).toEqual([{ text: "Done, all ten.", exchange: 1, source: "reply" }]);
  });

  test("puts the variants of a case side by side", async () => {
    const variants = ["v1", "v2"].map((prompt) => ({ variant: { prompt }, cases: 1, planned: 1 }));
    const page = await pageOf({
      metrics: [{ name: "toolUse" }],
      variants,
      trials: [
        { id: "one", status: "failed", variant: { prompt: "v1" }, scores: [scored("toolUse", 0)] },
        { id: "one", status: "passed", variant: { prompt: "v2" }, scores: [scored("toolUse", 1)] },
      ],
    });
    expect(page).toContain('data-trials="t0-0 t0-1"');
    expect(readPage(page).text).toContain("Side by sideover the 1 case that every variant played");
    expect(readPage(page).text).toContain("1 case differs");
  });

  test("holds the most urgent cases where there are too many, and says how many are left out", async () => {
    const page = await pageOf(coach, { maxCases: 1 });
    expect(page).toContain("… 2 more");
    expect([...readPage(page).data.keys()]).toEqual(["s0", "t0-1", "graphs"]);
    // The figures are still over all of them.
    expect(readPage(page).text).toContain("pass rate 0.33");
  });

  test("cuts a text that would keep it from opening", async () => {
    const { data } = readPage(
      await pageOf({ trials: [{ id: "long", transcript: { exchanges: [exchange("x".repeat(50_000))] } }] }),
    );
    const item = (data.get("t0-0") as TrialView).exchanges[0]?.items[0];
    expect(item?.type === "text" && item.text.length).toBeLessThan(20_100);
    expect(item?.type === "text" && item.text).toContain("30,000 more characters");
  });

  test("says that a replay measured nothing", async () => {
    const { store, run } = await storedRun(coach);
    const suites = run.suites.map((suite) => ({ ...suite, header: { ...suite.header, mode: "replay" as const } }));
    const parts: string[] = [];
    await writeHtmlReport({ store, run: { ...run, suites }, decisions: [], write: (part) => void parts.push(part) });
    expect(readPage(parts.join("")).text).toMatch(/Nothing was measured/);
  });
});
