import { fold, hasWords, isInsideWord, type JsonValue, safeLine, withoutOuterMarks } from "../base/index.ts";
import { type Exchange, replyOf, type ToolCall, type Transcript } from "../shape/index.ts";
import { shownCall } from "./items.ts";
import type { ItemVerdict } from "./judgement.ts";
import type { Fact, QuoteSource } from "./question.ts";

type JudgeQuote = ItemVerdict["evidence"][number];

const fewestWords = 3;

interface QuoteSearch {
  /** Searched first. */
  exchange?: number | undefined;
  /** Where quotes may come from; anywhere if left out. */
  sources?: readonly QuoteSource[] | undefined;
}

/** Where a quote stands, and whether that is what the agent did (see `Passage`). */
type FoundQuote = { ok: true; quote: JudgeQuote; deed: boolean } | { ok: false; problem: string };

/**
 * Everything that can be quoted: first what the agent said and did, then results, the user's lines, and facts. If the same
 * words occur twice, the first place counts.
 */
export class Passages {
  readonly #all: readonly Passage[];

  constructor({ history, exchanges }: ShownTalk, facts: readonly Fact[]) {
    this.#all = [
      ...exchanges.flatMap(exchangeTexts),
      ...history.map(
        ({ role, content }): JudgeQuote => ({ text: content, source: role === "user" ? "user" : "reply" }),
      ),
      ...facts.map(({ id, text }): Place => ({ text, source: "fact", kind: worldKinds.get(id) })),
    ].map(({ kind = "setting", ...quote }: Place) => {
      const folded = fold(quote.text);
      return { ...quote, folded, whole: withoutOuterMarks(folded), kind };
    });
  }

  /**
   * Where quoted words are in the record. They are compared after NFC and folding of letter case, quotation marks, dashes
   * and white space, without punctuation around the quote. Both parts of "a … b" must be in one text, in order, and no part
   * may begin or end inside a word. A quote needs at least three words, or must be a whole text.
   */
  find(text: string, { exchange, sources }: QuoteSearch = {}): FoundQuote {
    const forms = formsOf(text);
    const shown = `“${safeLine(text, 120)}”`;
    const isHere = (passage: Passage) => Number(exchange !== undefined && passage.exchange === exchange);
    const ordered = [...this.#all].sort((a, b) => isHere(b) - isHere(a));
    const standing = ordered
      .map((passage) => ({ passage, held: forms.filter((form) => standsIn(form, passage)) }))
      .filter(({ held }) => held.length > 0);
    const allowed = standing.filter(({ passage }) => !sources || sources.includes(passage.source));
    const [proper, ...others] = allowed.filter(({ passage, held }) => held.some((form) => isLongEnough(form, passage)));
    if (proper) {
      const kinds = new Set([proper, ...others].map(({ passage }) => passage.kind));
      const deed = kinds.has("deed") || (kinds.has("after") && !kinds.has("before"));
      return { ok: true, quote: placed(text, proper.passage), deed };
    }
    if (standing.length === 0) return { ok: false, problem: `the quote ${shown} is not in the record` };
    if (allowed.length > 0) {
      const problem = `the quote ${shown} is too short: a quote has at least three words, or is the whole of a text`;
      return { ok: false, problem };
    }
    const found = [...new Set(standing.map(({ passage }) => passage.source))].join(", ");
    return {
      ok: false,
      problem: `the quote ${shown} comes from: ${found}; here it may come from: ${sources?.join(", ")}`,
    };
  }
}

/** The quote as one text and as the parts between its ellipses; also without JSON escapes that a judge left in. */
function formsOf(text: string): string[][] {
  const readings = [text, ...unescaped(text)].map((reading) => withoutOuterMarks(fold(reading)));
  return readings
    .flatMap((reading) =>
      reading.includes("…") ? [[reading], reading.split("…").map((part) => withoutOuterMarks(part))] : [[reading]],
    )
    .map((parts) => parts.filter((part) => part !== ""))
    .filter((parts) => parts.length > 0);
}

function unescaped(text: string): string[] {
  if (!text.includes("\\")) return [];
  try {
    return [JSON.parse(`"${text.replace(/(?<!\\)"/g, '\\"')}"`) as string];
  } catch {
    return [];
  }
}

function standsIn(parts: readonly string[], { folded }: Passage): boolean {
  let from = 0;
  for (const part of parts) {
    const at = wholeWordsAt(folded, part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

function wholeWordsAt(text: string, part: string, from: number): number {
  let at = text.indexOf(part, from);
  while (at !== -1 && (isInsideWord(text, at) || isInsideWord(text, at + part.length))) at = text.indexOf(part, at + 1);
  return at;
}

function isLongEnough(parts: readonly string[], passage: Passage): boolean {
  return parts.some((part) => part === passage.whole || hasWords(part, fewestWords));
}

function placed(text: string, { exchange, source }: Passage): JudgeQuote {
  const quote = { text: text.trim(), source };
  return exchange === undefined ? quote : { ...quote, exchange };
}

/** One text of the record that words can be quoted from. */
interface Passage extends JudgeQuote {
  folded: string;
  /** The text that a quote of the whole passage has. */
  whole: string;
  /** What the agent said or did in the exam, and its effects; the state of the world; the rest, which is the setting. */
  kind: "deed" | "before" | "after" | "setting";
}

type ShownTalk = Pick<Transcript, "history"> & { exchanges: readonly Exchange[] };
type Place = JudgeQuote & { kind?: Passage["kind"] | undefined };

const worldKinds = new Map<string, Passage["kind"]>([
  ["world-before", "before"],
  ["world-after", "after"],
  ["world-changes", "deed"],
]);

function exchangeTexts(played: Exchange): Place[] {
  const { number: exchange, user, items } = played;
  const texts = items.flatMap((item) => (item.type === "text" ? [item.text, item.unheard ?? ""] : [])).filter(Boolean);
  const calls = items.flatMap((item) => (item.type === "call" ? [item.call] : []));
  const placed = (source: JudgeQuote["source"], found: readonly string[], kind: Passage["kind"] = "deed") =>
    found.map((text): Place => ({ text, exchange, source, kind }));
  return [
    ...placed("reply", texts),
    ...placed("reply", texts.length > 1 ? [replyOf(played)] : []),
    ...placed("call", calls.flatMap(argumentTexts)),
    ...placed("result", calls.flatMap(outcomeTexts)),
    // Who turned a call down or let it pass was not the agent.
    ...placed(
      "result",
      calls.flatMap(({ approval }) => approval?.reason ?? []),
      "setting",
    ),
    ...placed("user", user?.content ? [user.content] : [], "setting"),
  ];
}

function argumentTexts(call: ToolCall): string[] {
  const { arguments: given, executed, raw, name } = call;
  return [
    ...(raw === undefined ? [] : [raw]),
    ...stringsIn(given),
    ...stringsIn(executed ?? null),
    `${name}(${JSON.stringify(given)})`,
    // Without the approval: its reason is not what the agent said.
    JSON.stringify(shownCall({ ...call, approval: undefined }).proposed),
  ];
}

function outcomeTexts(call: ToolCall): string[] {
  const { result, error } = call;
  return [
    ...(result === undefined
      ? []
      : [...stringsIn(result), ...(typeof result === "string" ? [] : [JSON.stringify(result)])]),
    ...(error === undefined ? [] : [error.message]),
    ...(result === undefined && error === undefined ? [] : [JSON.stringify(shownCall(call).outcome)]),
  ];
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((field) => stringsIn(field));
}
