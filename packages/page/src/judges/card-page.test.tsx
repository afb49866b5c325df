import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Capable, ofServer } from "../data/capabilities.ts";
import type { Card } from "./card.ts";
import { CardBadge, CardLines, JudgedSuite } from "./card-badge.tsx";
import { CardPage } from "./card-page.tsx";
import { CardList } from "./judges-page.tsx";

const unknown = { kind: "unknown", why: "3 labels; 29 are needed, 26 more", missing: 26 } as const;
const known = { kind: "known", value: 0.71, lo: 0.52, hi: 0.85, n: 84 } as const;
const none = { pass: 0, fail: 0, none: 0 };
const part: Card["parts"][number] = {
  of: "criteria",
  n: 84,
  effective: 61,
  cases: 26,
  counted: "84 drawn labels of 26 cases, worth 61 of equal weight",
  chance: undefined,
  confusion: { pass: { pass: 60, fail: 4, none: 1 }, fail: { ...none, fail: 20 }, unclear: none },
  ...{ agreement: known, kappa: known, alpha: known, ac1: known, truePasses: known, trueFails: unknown },
  ...{ ofPassed: known, ofFailed: unknown },
  disagreements: [
    {
      ...{ run: "r1", suitePosition: 0, trial: "/a/1", caseId: "a/b", criterion: "g1", text: "is kind" },
      ...{ person: "fail", judge: "pass", reasons: ["<img src=x onerror=alert(1)>"] },
    },
  ],
};
const card: Card = {
  ...{
    suite: "coach",
    metric: "criteria",
    state: "stale",
    sentence: "Not better than chance on 41 labels.",
    identity: "old",
    labelled: 84,
    compared: 84,
    raters: ["ana"],
  },
  ...{ leftOut: [], toScore: ["r1"], judges: ["a:one"], run: "r2", changed: ["the judge: a:one → a:two"] },
  parts: [part],
  ...{ brief: "stale", chosen: 0, chosenNote: undefined },
  commands: { card: "npx viva judge card coach criteria", rescore: ["npx viva score r1 --all --metric criteria"] },
};
const least = { labels: 29, ofClass: 14, cases: 10 };

test("a card shows its figures or why there is none, what changed, and where both disagree", () => {
  const html = renderToStaticMarkup(<CardPage card={card} least={least} />);
  expect(html).toContain("0.71 [0.52, 0.85]");
  expect(html).toContain("3 labels; 29 are needed, 26 more");
  expect(html).toContain("the judge: a:one → a:two");
  expect(html).toContain("npx viva score r1 --all --metric criteria");
  expect(html).toContain('href="#/case/r1/0/a%2Fb"');
  expect(html).not.toContain("<img");
});

test("a card that chance could have given says so, and is not green", () => {
  const chance = { ...part, chance: "These labels do not show that the judge is better." };
  const html = renderToStaticMarkup(<CardPage card={{ ...card, state: "chance", parts: [chance] }} least={least} />);
  expect(html).toContain("These labels do not show that the judge is better.");
  expect(html).toContain('<span class="card-state inconclusive">not shown to be better than chance</span>');
  expect(html).toContain("84 drawn labels of 26 cases, worth 61 of equal weight");
});

test("the list leads to each card, and says its state in words", () => {
  const html = renderToStaticMarkup(<CardList cards={[card, { ...card, metric: "tone", state: "none" }]} />);
  expect(html).toContain('href="#/judges/coach/criteria"');
  expect(html).toMatch(/>stale<.*>no labels</s);
});

test("a stale card says what changed, also where nothing can be scored again", () => {
  const gone = { ...card, commands: { ...card.commands, rescore: [] } };
  const html = renderToStaticMarkup(<CardPage card={gone} least={least} />);
  expect(html).toContain("the judge: a:one → a:two");
  expect(html).toContain("label those of a newer run");
});

test("the list says once that there are no labels", () => {
  const html = renderToStaticMarkup(<CardList cards={[{ ...card, state: "none", brief: "no labels" }]} />);
  expect(html.split("no labels")).toHaveLength(2);
});

test("a judged score says what its judge is worth; a report's file, which has no cards, does not lead to one", () => {
  const suite = { name: "coach", judgeCards: [{ metric: "criteria", state: "few" as const, brief: "3 labels" }] };
  const badge = (metric: string, holds: boolean) =>
    renderToStaticMarkup(
      <Capable value={{ ...ofServer, holds: () => holds }}>
        <JudgedSuite value={suite}>
          <CardBadge metric={metric} />
        </JudgedSuite>
      </Capable>,
    );
  expect(badge("criteria", true)).toContain('<a href="#/judges/coach/criteria">judge card</a>: 3 labels');
  expect(badge("criteria", false)).toBe('<p class="line">judge card: 3 labels</p>');
  expect(badge("tone", true)).toBe("");
  expect(renderToStaticMarkup(<CardLines suite={suite} />)).toContain("3 labels");
});
