import { stripVTControlCharacters } from "node:util";
import { segments } from "../safe-text.ts";

/** Narrower terminals are treated as this wide: below it, labels and figures leave no room for text. */
const leastColumns = 40;

/**
 * The width of a terminal, or of what `COLUMNS` says where there is none. A pipe or a file without it gets whole
 * lines, because a program such as grep reads them.
 */
export function columnsOf(
  stream: { isTTY?: boolean; columns?: number },
  { COLUMNS = "" }: Record<string, string | undefined>,
): number | undefined {
  const given = /^\d+$/.test(COLUMNS) ? Number(COLUMNS) : 0;
  const columns = stream.isTTY ? stream.columns || given || 80 : given;
  return columns > 0 ? Math.max(leastColumns, columns) : undefined;
}

/** A character as a reader sees it, which may be several code points, and the cells of a terminal that it takes. */
interface Character {
  text: string;
  cells: number;
}

export function charactersOf(text: string): Character[] {
  if (isPlain(text)) return [...text].map((one) => ({ text: one, cells: 1 }));
  return Array.from(segments(text, "grapheme"), ({ segment }) => ({ text: segment, cells: cellsOfCharacter(segment) }));
}

/** How many cells of a terminal a text takes. Colour codes take none, combining characters none, wide ones two. */
export function cellsOf(text: string): number {
  if (isPlain(text)) return text.length;
  const plain = stripVTControlCharacters(text);
  return isPlain(plain) ? plain.length : charactersOf(plain).reduce((sum, { cells }) => sum + cells, 0);
}

export function padEnd(text: string, cells: number): string {
  return text + " ".repeat(Math.max(0, cells - cellsOf(text)));
}

export function padStart(text: string, cells: number): string {
  return " ".repeat(Math.max(0, cells - cellsOf(text))) + text;
}

/** "stalled-proj…-advice": an id's beginning and end say more than its middle. */
export function cutMiddle(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text;
  const characters = charactersOf(text);
  const tail = taken(characters.toReversed(), Math.floor((cells - 1) * 0.4));
  const head = taken(characters, cells - 1 - cellsOf(tail.join("")));
  return `${head.join("").trimEnd()}…${tail.reverse().join("").trimStart()}`;
}

/** "Archive every proj…": a title or a sentence is cut at its end. */
export function cutEnd(text: string, cells: number): string {
  return cellsOf(text) <= cells
    ? text
    : `${taken(charactersOf(text), cells - 1)
        .join("")
        .trimEnd()}…`;
}

/** The first characters that fit. */
function taken(characters: readonly Character[], cells: number): string[] {
  let room = cells;
  const over = characters.findIndex((one) => {
    room -= one.cells;
    return room < 0;
  });
  return characters.slice(0, over < 0 ? undefined : over).map(({ text }) => text);
}

/** Whether each character takes one cell, without asking Intl, which takes long to load: ASCII, and Viva's own marks. */
function isPlain(text: string): boolean {
  return /^[ -~·–—…→✓✗█░]*$/.test(text);
}

function cellsOfCharacter(character: string): number {
  if (/^\p{Emoji_Presentation}|^\p{Emoji}\p{Emoji_Modifier}|\ufe0f/u.test(character)) return 2;
  let cells = 0;
  for (const one of character) cells += cellsOfPoint(one);
  return cells;
}

function cellsOfPoint(one: string): number {
  if (/[\p{Mn}\p{Me}\p{Cc}\p{Cf}\u1160-\u11ff]/u.test(one)) return 0;
  return wide.test(one) ? 2 : 1;
}

/** East Asian Width W and F (Unicode Standard Annex 11), in blocks; emoji are told by their property. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
