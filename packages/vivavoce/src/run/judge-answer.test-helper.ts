type Line = Record<string, unknown>;
type Messages = readonly { content: string | null }[];

/** The lines of JSON that a judge is shown: turns, facts, items. */
export function linesIn(messages: Messages): Line[] {
  return String(messages.at(-1)?.content ?? "")
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line): Line => JSON.parse(line));
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
  const items = lines.filter((line) => "item" in line);
  return JSON.stringify({
    items: items.map(({ item, text }) => {
      const given = typeof verdict === "string" ? verdict : verdict(String(text));
      return { id: item, evidence: quote === undefined ? [] : [quote], reasoning: "so it is", verdict: given };
    }),
  });
}
