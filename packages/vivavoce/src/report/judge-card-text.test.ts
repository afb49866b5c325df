import { describe, expect, test } from "vitest";
import type { StoredCard } from "../calibration/index.ts";
import { label, scoredBy } from "../calibration/items.test-helper.ts";
import { judgeCard } from "../calibration/judge-card.ts";
import { cardList, cardText } from "./judge-card-text.ts";
import { plainStyle } from "./style.ts";
import { cardBrief, cardsLine } from "./views/judges-view.ts";

const all = Array.from({ length: 40 }, (_, index) => index);
const said = (index: number) => (index % 2 === 1 ? "fail" : "pass");
const labels = all.flatMap((index) =>
  ["ana", "ben"].map((rater) =>
    label(index, {
      rater,
      verdict: said(index),
      reason: "the reply does not say when the shop opens, nor where it is",
    }),
  ),
);
const scores = all.map((index) => scoredBy(index, "old", index === 0 ? "fail" : said(index)));
const made = (more: Partial<Parameters<typeof judgeCard>[0]> = {}): StoredCard => {
  const card = judgeCard({ suite: "coach", metric: "criteria", labels, scores, current: "old", ...more });
  return {
    ...card,
    judges: ["openrouter:anthropic/claude-sonnet-4.5"],
    run: "r1",
    changed: card.state === "stale" ? ["the judge: a → b"] : [],
  };
};
const text = (card: StoredCard, columns: number) =>
  cardText(card, { style: { ...plainStyle, columns }, invocation: "npx viva" });

describe("a card in the terminal", () => {
  test.each([60, 80, 200])("fits %i columns, whatever its state", (columns) => {
    const reported = { run: "r1", scores };
    const cards = [
      made({ reported }),
      made({ current: "new" }),
      made({ labels: labels.slice(0, 3) }),
      made({ labels: [] }),
    ];
    for (const card of cards) {
      for (const line of text(card, columns).split("\n")) expect(line.length, line).toBeLessThanOrEqual(columns);
      for (const line of cardList([card, card], { ...plainStyle, columns }).split("\n"))
        expect(line.length, line).toBeLessThanOrEqual(columns);
    }
  });

  test("shows the figures, the people, the table, both rates and the disagreements", () => {
    const shown = text(made({ reported: { run: "r1", scores } }), 80);
    expect(shown).toMatch(/^coach · criteria {2}current$/m);
    expect(shown).toMatch(/^ {4}kappa {6}0\.95 \[0\.\d\d, (?:1\.00|0\.99)\]/m);
    expect(shown).toMatch(/^ {4}people {5}1\.00 \[0\.\d\d, 1\.00\] {2}40 labelled by two$/m);
    expect(shown).toMatch(/people \\ judge {2}pass {2}fail {2}none\n +pass +19 +1 +0\n/);
    expect(shown).toMatch(/reported {3}0\.47 \[.*\n {6}corrected {2}0\.50 \[/);
    expect(shown).toMatch(/1 disagreement\n {6}case-0: people pass, judge fail: is kind/);
  });

  test("says what changed and what to do when it is stale", () => {
    const shown = text(made({ current: "new" }), 80);
    expect(shown).toContain("the judge: a → b");
    expect(shown).toContain("npx viva score r1 --all --metric criteria");
  });
});

describe("a card in a line", () => {
  test("is its kappa, or why there is none", () => {
    expect(cardBrief(made())).toMatch(/^kappa 0\.95 \[0\.\d\d, .*\] of 40 labels$/);
    expect(cardBrief(made({ labels: labels.slice(0, 6) }))).toBe("3 labels; 29 are needed, 26 more");
    expect(cardBrief(made({ labels: [] }))).toBe("no labels");
    expect(cardBrief(made({ current: "new" }))).toBe(
      "stale, its 40 labels are about an earlier version: the judge: a → b",
    );
  });

  test("of a judge that always passes says that it is not better than chance, in words and not in green", () => {
    const always = made({ scores: all.map((index) => scoredBy(index, "old", "pass")) });
    expect(cardBrief(always)).toMatch(
      /^not shown to be better than chance: kappa 0\.00 \[-0\.\d\d, .*\] of 40 labels$/,
    );
    const shown = cardText(always, {
      style: { ...plainStyle, good: (words) => `<good>${words}`, warn: (words) => `<warn>${words}` },
      invocation: "npx viva",
    });
    expect(shown).toContain("<warn>not shown to be better than chance");
    expect(shown).not.toContain("<good>");
    expect(shown.replace(/\s+/g, " ")).toContain(
      "do not show that the judge agrees with people more than chance would",
    );
  });

  test("of labels without a known chance, such as imported ones, gives no error rates and says why", () => {
    const imported = made({ labels: labels.map((one) => ({ ...one, sampled: { how: "random" } })) });
    expect(imported).toMatchObject({ state: "few", chosen: 40, compared: 40 });
    expect(cardBrief(imported)).toBe(
      "none of these 40 labels was drawn at random with a known chance, so there are no error rates; label what the review page draws",
    );
    expect(text(imported, 80)).not.toMatch(/(?:kappa|TPR|TNR|its passes|its fails) +\d/);
  });

  test("is nothing as long as nobody has labelled anything", () => {
    expect(cardsLine([made({ labels: [] })])).toBeUndefined();
    expect(cardsLine([made(), made({ labels: [] })])).toMatch(
      /^judge card: criteria kappa .* of 40 labels · 1 without labels$/,
    );
  });
});
