import type { ViewAnswers } from "../../../vivavoce/dist/report/views/views.js";

type CaseAnswer = ViewAnswers["case"]["answer"];
type Search = ViewAnswers["search"];

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
  for (const { id, textContent } of page.querySelectorAll('script[type="application/json"][id^="case?"]')) {
    const asked = new URLSearchParams(id.slice("case?".length));
    if (asked.get("run") !== run || asked.get("suite") !== suite) continue;
    const found: CaseAnswer = JSON.parse(textContent ?? "{}");
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
