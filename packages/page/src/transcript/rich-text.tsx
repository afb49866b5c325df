import type { ReactNode } from "react";
import { keyed } from "../parts/keyed.tsx";

/** The elements that a text may become; none of them makes a browser run or fetch anything. */
type Tag = "p" | "strong" | "em" | "code" | "pre" | "ul" | "ol" | "li" | "blockquote" | "br";

/** A text with its form. Every string becomes a text node. */
export type Rich =
  | string
  | { tag: Tag; className?: string; start?: number; inside: readonly Rich[] }
  /** A link that shows its address, never opens by itself, and sends no referrer; only addresses of the web get one. */
  | { tag: "a"; href: string }
  /** The words of a mark; `ends` with the last of them. */
  | { tag: "mark"; mark: Mark; ends: boolean; inside: readonly Rich[] };

/** Why words are marked: a check quotes them, or the other conversation does not have them. */
export type Mark = { kind: "quote"; number: number; ok: boolean; label: string } | { kind: "differs" };

export interface MarkedRange {
  from: number;
  to: number;
  mark: Mark;
}

const blocks: ReadonlySet<string> = new Set<Tag>(["p", "li", "pre", "blockquote", "br"]);

/** The words alone, as `marked` counts them: a block ends with a line break. */
export function plainText(texts: readonly Rich[]): string {
  return texts
    .map((text) => {
      if (typeof text === "string") return text;
      if (text.tag === "a") return text.href;
      return `${plainText(text.inside)}${blocks.has(text.tag) ? "\n" : ""}`;
    })
    .join("");
}

/** The same text with marks around some of its words. */
export function marked(texts: readonly Rich[], ranges: readonly MarkedRange[]): readonly Rich[] {
  if (ranges.length === 0) return texts;
  let at = 0;
  const visit = (text: Rich): Rich[] => {
    if (typeof text === "string") {
      at += text.length;
      return markedString(text, at - text.length, ranges);
    }
    if (text.tag === "a") {
      at += text.href.length;
      return [text];
    }
    const inside = text.inside.flatMap(visit);
    if (blocks.has(text.tag)) at += 1;
    return [{ ...text, inside }];
  };
  return texts.flatMap(visit);
}

function markedString(text: string, start: number, ranges: readonly MarkedRange[]): Rich[] {
  const end = start + text.length;
  const touching = ranges.filter(({ from, to }) => from < end && to > start);
  if (touching.length === 0) return [text];
  const cuts = new Set([start, end]);
  for (const { from, to } of touching) for (const cut of [from, to]) if (cut > start && cut < end) cuts.add(cut);
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(1).map((to, index) => {
    const from = places[index] ?? start;
    const covering = touching.filter((range) => range.from <= from && range.to >= to);
    return covering.reduce<Rich>(
      (inside, range) => ({ tag: "mark", mark: range.mark, ends: range.to === to, inside: [inside] }),
      text.slice(from - start, to - start),
    );
  });
}

/** Draws a text. `note` draws what stands behind the last word of a quote. */
export function RichText({ of, note }: { of: readonly Rich[]; note: (number: number) => ReactNode }) {
  return keyed(of, (text) => drawn(text, note));
}

function drawn(text: Rich, note: (number: number) => ReactNode): ReactNode {
  if (typeof text === "string") return text;
  if (text.tag === "br") return <br />;
  if (text.tag === "a")
    return (
      <a href={text.href} rel="noopener noreferrer nofollow" target="_blank">
        {text.href}
      </a>
    );
  const inside = <RichText of={text.inside} note={note} />;
  if (text.tag === "mark") {
    const { mark, ends } = text;
    if (mark.kind === "differs") return <mark className="differs">{inside}</mark>;
    return (
      <>
        <mark className={mark.ok ? "quote ok" : "quote missed"} title={mark.label}>
          {inside}
        </mark>
        {ends ? note(mark.number) : undefined}
      </>
    );
  }
  const { tag: Element, className, start } = text;
  return Element === "ol" ? <ol start={start}>{inside}</ol> : <Element className={className}>{inside}</Element>;
}
