import { segments } from "../../base/index.ts";
import type { Transcript, TranscriptItem } from "../../shape/index.ts";
import { type Directive, fillers } from "./added-sentences.ts";

type TextItem = Extract<TranscriptItem, { type: "text" }>;

/** Every reply made longer by sentences that add nothing: about as much again as the reply has. */
export function padded(transcript: Transcript): Transcript {
  return withReplies(transcript, (text) => {
    let added = "";
    for (const filler of fillers) {
      if (added.length >= text.length && added.length > 100) break;
      added = `${added} ${filler}`.trimStart();
    }
    return appended(text, added);
  });
}

/**
 * The same words in another form: a reply with lists, headings or emphasis as plain text, any other as a list of its
 * sentences. Replies that hold code stay as they are, because there the form matters.
 */
export function reformatted(transcript: Transcript): Transcript {
  return withReplies(transcript, (text) => {
    if (text.includes("```")) return text;
    return isMarkdown(text) ? plain(text) : listed(text);
  });
}

/** The last reply with one sentence added at its end. */
export function withSentence(transcript: Transcript, sentence: string): Transcript {
  const last = transcript.exchanges.findLast(({ items }) => items.some(isSpoken))?.number;
  return withReplies(transcript, (text, exchange) => (exchange === last ? appended(text, sentence) : text));
}

/** The directive of one conversation, by a number from 0 up to 1. */
export function drawDirective(directives: readonly Directive[], draw: number): Directive {
  const drawn = directives[Math.floor(draw * directives.length)];
  if (!drawn) throw new RangeError(`there is no directive for ${draw}`);
  return drawn;
}

function isSpoken(item: TranscriptItem): item is TextItem {
  return item.type === "text" && item.text.trim() !== "";
}

/** Changes the last text of each exchange; the same transcript if nothing is changed. */
function withReplies(transcript: Transcript, change: (text: string, exchange: number) => string): Transcript {
  const exchanges = transcript.exchanges.map((exchange) => {
    const at = exchange.items.findLastIndex(isSpoken);
    const items = exchange.items.map((item, index) =>
      index === at && item.type === "text" ? { ...item, text: change(item.text, exchange.number) } : item,
    );
    return { ...exchange, items };
  });
  return { ...transcript, exchanges };
}

function appended(text: string, addition: string): string {
  return `${text.trimEnd()}${text.trim().includes("\n") ? "\n\n" : " "}${addition}`;
}

const lineMark = /^[ \t]*(?:#{1,6}[ \t]+|[-*+•][ \t]+|\d{1,3}[.)][ \t]+|>[ \t]+)/gm;
const emphasis = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g;

function isMarkdown(text: string): boolean {
  return text.search(lineMark) >= 0 || text.search(emphasis) >= 0;
}

function plain(text: string): string {
  return text
    .replace(lineMark, "")
    .replace(emphasis, "$2")
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

function listed(text: string): string {
  return [...segments(text, "sentence")]
    .map(({ segment }) => segment.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "")
    .map((sentence) => `- ${sentence}`)
    .join("\n");
}
