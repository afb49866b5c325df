import { allEntries, evidenceRule, type Question, type QuoteSource, quoteSources } from "./question.ts";

const sourceWords: Record<QuoteSource, string> = {
  reply: "what the agent said",
  user: "what the user said",
  call: "the arguments of tool calls",
  result: "the results and errors of tool calls",
  fact: "the given facts",
};

/** What the judge is told about quotes; nothing if none are asked for. */
export function evidenceWords(question: Question): string[] {
  const rules = new Map(allEntries(question).map((entry) => [entry.verdict, evidenceRule(question, entry)]));
  const verdictsOf = (rule: string) => [...rules].filter(([, one]) => one === rule).map(([verdict]) => verdict);
  if ([...rules.values()].every((rule) => rule === "none")) return [];
  const { sources = quoteSources } = question;
  const from =
    sources.length === quoteSources.length
      ? "from any turn or fact of the record"
      : `only from ${sources.map((source) => sourceWords[source]).join(", ")}`;
  const quoted = question.quotes === "failures" ? "Only a verdict against the agent has to be quoted. It" : "A verdict";
  const lines = [
    `${quoted} rests on evidence: quotes copied word for word, markup and punctuation included, ${from}. A quote has at least three words, or is the whole of a text. What is left out in the middle of a quote is marked by …; nothing else may be changed. A quote that does not stand in the record makes the whole answer invalid.`,
    ...about(verdictsOf("required"), "give at least one quote."),
    ...about(
      verdictsOf("required-or-absent"),
      'give at least one quote; or, where the verdict rests on something that is nowhere in the record, no quote and "absent": true.',
    ),
    ...about(verdictsOf("optional"), "give a quote where there is one to give."),
    ...about(verdictsOf("none"), "no quote is needed."),
  ];
  return [lines.join("\n")];
}

function about(verdicts: readonly string[], rule: string): string[] {
  if (verdicts.length === 0) return [];
  return [`- For ${verdicts.map((verdict) => JSON.stringify(verdict)).join(", ")}: ${rule}`];
}
