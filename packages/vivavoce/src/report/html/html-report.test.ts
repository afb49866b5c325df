import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { trialKey } from "../../store/index.ts";
import { check, exchange, type MadeSuite, scored, storedRun, without } from "../stored-run.test-helper.ts";
import { html, writeHtmlPage } from "./html-page.ts";
import { writeHtmlReport } from "./html-report.ts";
import { readPage } from "./strict-html.test-helper.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function pageOf(made: MadeSuite, settings: Partial<Parameters<typeof writeHtmlReport>[0]> = {}): Promise<string> {
  const { store, run } = await storedRun(made);
  let text = "";
  const decisions = [
    {
      suite: run.suites[0]?.name ?? "",
      verdict: "fail" as const,
      exitCode: 1 as const,
      reasons: [],
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

type Data = Record<string, never>;
const blocks = (page: string, name: string) =>
  [...readPage(page).data].filter(([id]) => id.startsWith(`${name}?`)).map(([, data]) => data as Data);

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

  test("says what matters where no script runs: verdict, pass rate with its interval, every metric with its own", async () => {
    const { text } = readPage(await pageOf(coach));
    expect(text).toContain("FAIL 2 trials failed");
    expect(text).toContain("pass rate 0.50 [0.01, 0.99], 1 missing");
    expect(text).toMatch(/criteria 0\.75/);
    expect(text).toContain("limits –, 3 missing");
  });

  test("carries what it would ask the server for, failures first, with the verdict of the report", async () => {
    const page = await pageOf(coach);
    expect([...readPage(page).data.keys()].map((id) => id.replace(/&amp;/g, "&"))).toEqual([
      expect.stringMatching(/^run\?run=run\d+x$/),
      expect.stringMatching(/^rows\?run=run\d+x&suite=0$/),
      expect.stringMatching(/^reasons\?run=run\d+x&suite=0$/),
      expect.stringMatching(/^measures\?run=run\d+x&suite=0$/),
      ...["bad", "silent", "good"].flatMap((id) => [
        expect.stringMatching(`^case\\?case=${id}&run=run\\d+x&suite=0$`),
        expect.stringMatching(`^calls\\?case=${id}&run=run\\d+x&suite=0&trial=\\d$`),
      ]),
    ]);
    expect(blocks(page, "run")[0]).toMatchObject({
      suites: [{ name: "coach", decision: { verdict: "fail", reason: "2 trials failed" } }],
    });
    expect(page).toMatch(/<div id="root" data-start="#\/run\/run\d+x">/);
  });

  test("can carry any answers, and open elsewhere", async () => {
    const answers = (async function* () {
      yield ["compare", { before: "a", after: "b" }, { flips: 1 }] as const;
    })();
    const parts: string[] = [];
    const write = (text: string) => void parts.push(text);
    await writeHtmlPage({ title: "a → b", summary: html`<main></main>`, start: "#/compare/a/b", answers, write });
    const page = parts.join("");
    expect(readPage(page).data.get("compare?after=b&amp;before=a")).toEqual({ flips: 1 });
    expect(page).toContain('data-start="#/compare/a/b"');
  });

  test("holds the most urgent cases where there are too many, and says how many there are", async () => {
    const page = await pageOf(coach, { maxCases: 1 });
    expect(blocks(page, "case")).toMatchObject([{ id: "bad" }]);
    expect(blocks(page, "rows")).toMatchObject([{ total: 3, rows: [{ id: "bad" }] }]);
    expect(blocks(page, "rows")[0]).not.toHaveProperty("next");
    // The figures are still over all of them.
    expect(readPage(page).text).toContain("pass rate 0.50");
  });

  test("leaves out model calls that it has no room for, and says so", async () => {
    const { store, run } = await storedRun({ trials: [{ id: "long", status: "passed" }] });
    for (let index = 0; index < 80; index++) {
      const request = { model: "m", messages: [{ role: "user", content: "x".repeat(5_000) }] };
      const answer = { text: "y", toolCalls: [], finish: "stop" as const };
      const record = { role: "agent" as const, label: "", index, request, answer };
      await store.write({ type: "call", run: run.id, suite: 0, trial: trialKey("long", {}, 1), pass: 1, record });
    }
    const parts: string[] = [];
    await writeHtmlReport({ store, run, decisions: [], write: (part) => void parts.push(part) });
    const [answer] = blocks(parts.join(""), "calls") as unknown as [{ calls: unknown[]; leftOut: number; cut: number }];
    expect(answer.calls.length + answer.leftOut).toBe(80);
    expect(answer.leftOut).toBeGreaterThan(10);
    expect(JSON.stringify(answer).length).toBeLessThan(210_000);
  });

  test("says that a replay measured nothing", async () => {
    const { store, run } = await storedRun(coach);
    const suites = run.suites.map((suite) => ({ ...suite, header: { ...suite.header, mode: "replay" as const } }));
    const parts: string[] = [];
    await writeHtmlReport({ store, run: { ...run, suites }, decisions: [], write: (part) => void parts.push(part) });
    expect(readPage(parts.join("")).text).toMatch(/Nothing was measured/);
  });
});
