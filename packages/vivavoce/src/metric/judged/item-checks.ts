import { safeLine } from "../../base/index.ts";
import type { Agreement, ItemVerdict } from "../../judge/index.ts";
import { type Check, check, type Quote } from "../../shape/index.ts";
import { isMet, mean } from "./combine.ts";
import type { JudgedDefinition, JudgedEntry, JudgedItem, SecondValue } from "./definition.ts";
import { isFor } from "./quote-rule.ts";

/** One check for each item: the verdict that most samples gave, its reason and its quotes. */
export function itemChecks(
  agreements: readonly Agreement[],
  items: readonly JudgedItem[],
  { menu, quotes }: Pick<JudgedDefinition, "menu" | "quotes">,
): Check[] {
  return agreements.flatMap((agreement, index) => {
    const item = items[index];
    if (!item) return [];
    const check = itemCheck(agreement, item, item.menu ?? menu);
    const unquoted =
      quotes === "failures" && check.ok ? { reason: `${check.reason} (no quote was asked for)`.trim() } : {};
    return [{ ...check, ...unquoted }];
  });
}

function itemCheck({ id, winner, votes, voices }: Agreement, item: JudgedItem, menu: readonly JudgedEntry[]): Check {
  const entryOf = (verdict: string) => menu.find((entry) => entry.verdict === verdict);
  const values = voices.flatMap(({ verdict }) => entryOf(verdict)?.value ?? []);
  const voice = voices.find(({ verdict }) => verdict === winner) ?? voices[0];
  const entry = winner === undefined ? undefined : entryOf(winner);
  const reason = voice?.reasoning.trim() || (voice && entryOf(voice.verdict)?.meaning) || "";
  const tie = `the judges are divided (${Object.entries(votes)
    .map(([verdict, count]) => `${verdict} ${count}`)
    .join(", ")})`;
  return {
    id,
    label: safeLine(item.text, 300),
    ...(item.dimension === undefined ? {} : { dimension: safeLine(item.dimension, 120) }),
    verdict: winner ?? "tie",
    ok: entry !== undefined && isFor(entry),
    ...(values.length === 0 ? {} : { value: mean(values) }),
    reason: winner === undefined ? `${tie}: ${reason}` : reason,
    evidence: evidenceOf(voice, item),
  };
}

/** The judge's quotes. If it gave none, the item itself, if that is taken from the record. */
function evidenceOf(voice: ItemVerdict | undefined, { text, source, exchange }: JudgedItem): Quote[] {
  if (voice && voice.evidence.length > 0) return voice.evidence;
  return source === undefined ? [] : [{ text, source, ...(exchange === undefined ? {} : { exchange }) }];
}

/** One check for each further value that has to hold. */
export function secondChecks(values: readonly SecondValue[]): Check[] {
  return values.map((second) => {
    const { id, label, value, threshold } = second;
    const shown = value.toFixed(2);
    const reason = `${shown}; at least ${threshold} is needed`;
    return check(id, isMet(second), reason, { label, verdict: shown, value });
  });
}
