type Line = Record<string, unknown>;
type Messages = readonly { content: string | null }[];

/** The lines of JSON that a judge is shown: turns, facts, items. Sentences are put together again. */
export function linesIn(messages: Messages): Line[] {
  return String(messages.at(-1)?.content ?? "")
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line): Line => {
      const shown: Line = JSON.parse(line);
      const isSplit = typeof shown.text === "object" && shown.text !== null;
      return isSplit ? { ...shown, text: Object.values(shown.text as object).join("") } : shown;
    });
}

/** Whether a judge is asked for evaluation steps. */
export function asksForSteps(messages: Messages): boolean {
  return linesIn(messages).some((line) => "criteria" in line);
}

/** What a judge that does its work answers: steps where it is asked for them, otherwise this verdict on every item. */
export function judgeAnswer(messages: Messages, verdict: string | ((text: string) => string) = "yes"): string {
  const lines = linesIn(messages);
  if (asksForSteps(messages))
    return JSON.stringify({ items: lines.map(({ id }) => ({ id, steps: [`Read all of ${id}.`, "Decide."] })) });
  const quote = lines.find(({ speaker, text }) => speaker === "agent" && text !== undefined)?.text;
  const [, ids = ""] = /these items: (.*)\.$/.exec(String(messages.at(-1)?.content)) ?? [];
  return JSON.stringify({
    items: ids.split(", ").map((id) => {
      const text = lines.find(({ item }) => item === id)?.text;
      const given = typeof verdict === "string" ? verdict : verdict(String(text));
      return { id, evidence: quote === undefined ? [] : [quote], reasoning: "so it is", verdict: given };
    }),
  });
}
