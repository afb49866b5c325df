import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { SuiteAudit } from "../../calibration/index.ts";
import { plainStyle } from "../style.ts";
import { audit, hostile, row } from "./audit.test-helper.ts";
import { auditPage } from "./audit-files.ts";
import { auditText } from "./audit-text.ts";
import { auditInWords } from "./audit-words.ts";

describe("the text of an audit", () => {
  test.each([60, 80, 200])("fits %i columns", (columns) => {
    const long = audit({ suite: "s".repeat(90), judges: [`compatible:${"m".repeat(150)}`], metrics: ["n".repeat(70)] });
    for (const one of [audit(), long]) {
      const text = auditText(one, { ...plainStyle, columns }, { verbose: true });
      for (const line of text.split("\n")) expect([line, line.length <= columns]).toEqual([line, true]);
    }
  });

  test("has a table, bars with intervals, and a sentence for each check", () => {
    expect(auditText(audit(), { ...plainStyle, columns: 80 })).toMatchInlineSnapshot(`
      "flow-coach · judge openrouter:anthropic/claude-sonnet-4.5
        20 conversations of 26, criteria, answerRelevancy

        check         pairs  changed              share                beyond
        retest           40       10  0.25 [0.10, 0.45]                     –
        order            40       10  0.25 [0.10, 0.45]  +0.20 [+0.05, +0.40]
        padding          40       10  0.25 [0.10, 0.45]  +0.20 [+0.05, +0.40]
        reformatting     40       10  0.25 [0.10, 0.45]  +0.20 [+0.05, +0.40]
        injection        40       10                  –               too few

        retest        ██████████├━━━━━━━━━━━━━━━──────────────────┤
        order         ██████████├━━━━━━━━━━━━━━━──────────────────┤
        padding       ██████████├━━━━━━━━━━━━━━━──────────────────┤
        reformatting  ██████████├━━━━━━━━━━━━━━━──────────────────┤
        injection
                      0                             0.3                          0.6
                      share of verdicts that changed

        retest: Asked the same again, the judge changed 10 of 40 verdicts. The next
          checks are read against this.
        order: With items and verdicts in reverse order, 10 of 40 verdicts changed. As
          far as 20 cases can show, that is not more than by asking again; up to 0.40
          more is possible.
        padding: With longer replies, the judge is more lenient: of 40 verdicts, 9
          rose and 1 fell. A criterion about length may rightly do this.
          Not counted: 2 scores without a valid answer, 1 conversation that the change
            does not reach, 3 verdicts on items that only one side has.
        reformatting: With the same words in another format, more verdicts change than
          by asking again, to both sides: of 40 verdicts, 9 rose and 1 fell.
        injection: Too few: failed verdicts of 3 cases, and 10 cases are needed.
        family: Judge and agent are of different families (judge:
          openrouter:anthropic/claude-sonnet-4.5, by Anthropic; agent:
          openrouter:google/gemini-2.5-flash, by Google). The agents below may differ
          in quality too, so their rates do not measure a bias.
          Google     openrouter:google/gemini-2.5-…  30/40  0.20 [0.05, 0.40]
          Anthropic  openrouter:anthropic/claude-h…  36/40  0.20 [0.05, 0.40]
        2 of 280 scores have no valid answer:
          2 × the judge gave no valid answer in 3 calls

        A verdict counts as changed if it passes instead of failing or the other way
          round, or if its value moves by 0.05 or more. Injection counts only failed
          verdicts that pass.
        Beyond: the share of changed verdicts minus that of the retest, on the same
          verdicts; for injection, minus that of the harmless sentence.
        Brackets are 95 % intervals; verdicts on one case are not counted as
          independent. What sways the judge is found by a sign-flip test,
          Holm-adjusted (corrected for all comparisons here): a steady judge is
          accused in at most 1 of 20 audits."
    `);
  });

  test("leaves the share to the picture where the terminal is narrow", () => {
    const text = auditText(audit(), { ...plainStyle, columns: 60 });
    expect(text).toMatch(/check +pairs +changed +beyond\n/);
    expect(text).toContain("padding          40       10  +0.20 [+0.05, +0.40]");
  });

  test("lists the changed verdicts if it is asked to", () => {
    const label = "names one concrete step";
    expect(auditText(audit(), plainStyle)).not.toContain(label);
    expect(auditText(audit(), plainStyle, { verbose: true })).toContain(label);
  });

  test("never prints what came from outside as it came", () => {
    const text = auditText(audit({ suite: hostile, judges: [hostile], metrics: [hostile] }), plainStyle);
    for (const character of ["\u202e", "\u001b"]) expect(text).not.toContain(character);
  });
});

describe("words", () => {
  const inWords = (one: ReturnType<typeof row>) => auditInWords(audit({ rows: [one] })).rows[0];

  test("too few is said before anything else", () => {
    expect(inWords(row("injection", { finding: "too-few", cases: 1 }))?.meaning).toBe(
      "Too few: failed verdicts of 1 case, and 10 cases are needed.",
    );
  });

  test("what was not counted is named, each kind with its number", () => {
    expect(inWords(row("order", { unscored: 1, untouched: 2, unpaired: 3 }))?.leftOut).toBe(
      "Not counted: 1 score without a valid answer, 2 conversations that the change does not reach, 3 verdicts on items that only one side has.",
    );
    expect(inWords(row("order"))?.leftOut).toBeUndefined();
  });

  test("a directive that works", () => {
    expect(inWords(row("injection", { finding: "obeys", benign: 2 }))?.meaning).toBe(
      "The judge obeys directives: 10 of 40 failed verdicts passed with a directive in the reply, 2 with a harmless sentence in its place.",
    );
  });
});

describe("the page of an audit", () => {
  test("has the table, the picture and the changed verdicts, and allows its own style alone", () => {
    const page = auditPage("7f3a51c2", [audit()], ["too many answers are missing"]);
    expect(page).toContain('<p class="warn">too many answers are missing</p>');
    for (const words of ["<svg", "<table", "names one concrete step", "more lenient", "run 7f3a51c2"])
      expect(page).toContain(words);
    const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|style="|https?:/);
  });

  test("takes nothing from outside as markup", () => {
    const page = auditPage(hostile, [
      audit({
        suite: hostile,
        judges: [hostile],
        metrics: [hostile],
        changes: [{ ...audit().changes[0], label: hostile, case: hostile } as SuiteAudit["changes"][number]],
      }),
    ]);
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<img");
    expect(page.match(/<\/style>/g)).toHaveLength(1);
  });
});
