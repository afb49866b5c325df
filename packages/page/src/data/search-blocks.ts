import type { ViewAnswers } from "../../../vivavoce/dist/report/views/views.js";
import { hitsIn } from "../../../vivavoce/src/report/views/find-hits.ts";

import { blocksOf } from "./capabilities.ts";

type CaseAnswer = ViewAnswers["case"]["answer"];
type Search = ViewAnswers["search"];
type Find = ViewAnswers["find"];

const mostHits = 100;

/** What the server's search over all runs does, over the cases that a report holds; it knows neither scores nor times. */
export function findIn(page: Document, { text, status, variant = "", origin = "" }: Find["query"]): Find["answer"] {
  const hits: Find["answer"]["hits"] = [];
  let searched = 0;
  for (const { asked, text: written } of blocksOf(page, "case")) {
    const found: CaseAnswer = JSON.parse(written ?? "{}");
    const of = {
      run: asked.get("run") ?? "",
      suite: Number(asked.get("suite")),
      suiteName: found.suite,
      case: found.id,
    };
    for (const trial of found.trials) {
      searched += 1;
      if ((status && trial.status !== status) || !trial.title.includes(variant) || !trial.origin.includes(origin))
        continue;
      const at = { ...of, trial: trial.position, variant: trial.title, status: trial.status };
      hits.push(...hitsIn(trial, text).map((hit) => ({ ...at, ...hit })));
      if (hits.length >= mostHits) return { hits: hits.slice(0, mostHits), searched, next: undefined, full: true };
    }
  }
  return { hits, searched, next: undefined, full: false };
}

/** What was read of a page's blocks: by run and suite, each case with its words. */
const read = new WeakMap<Document, Map<string, { id: string; words: string }[]>>();

/** What the server's search does, over the conversations that a report holds: the cases whose conversation has a text. */
export function searchIn(page: Document, { run, suite, text }: Search["query"]): Search["answer"] {
  const wanted = folded(text.trim());
  const kept = read.get(page) ?? new Map<string, { id: string; words: string }[]>();
  read.set(page, kept);
  const key = `${suite} ${run}`;
  const cases = kept.get(key) ?? [...casesOf(page, run, String(suite))];
  kept.set(key, cases);
  return { cases: cases.filter(({ words }) => words.includes(wanted)).map(({ id }) => id) };
}

function* casesOf(page: Document, run: string, suite: string) {
  for (const { asked, text } of blocksOf(page, "case")) {
    if (asked.get("run") !== run || asked.get("suite") !== suite) continue;
    const found: CaseAnswer = JSON.parse(text ?? "{}");
    yield { id: found.id, words: folded(wordsOf(found).join("\n")) };
  }
}

function wordsOf({ id, title, tags, trials }: CaseAnswer): string[] {
  const said = trials.flatMap(({ history, exchanges }) => [
    ...history.map(({ text }) => text),
    ...exchanges.flatMap(({ user = "", items }) => [
      user,
      ...items.map((item) => (item.type === "text" ? item.text : `${item.name} ${item.given} ${item.result ?? ""}`)),
    ]),
  ]);
  return [id, title, ...tags, ...said];
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
