import { cellsOf, charactersOf } from "./cells.ts";

/** Text whose lines are broken so that none is wider than the terminal; unchanged where the width is not known. */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .map((line) => (cellsOf(line) <= columns && !line.includes("\t") ? line : broken(line, columns)))
    .join("\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this control character
const colour = /\u001b\[([\d;]*)m/g;

/** Colours are taken out, the plain line is broken, and the colours are put back where they were. */
function broken(line: string, columns: number): string {
  const codes: { at: number; code: string; closes: boolean }[] = [];
  let plain = "";
  let from = 0;
  for (const { index, 0: code, 1: kind = "" } of line.matchAll(colour)) {
    plain += withoutTabs(line.slice(from, index));
    codes.push({ at: plain.length, code, closes: /^(?:0|2[2-9]|39|49|)$/.test(kind) });
    from = index + code.length;
  }
  plain += withoutTabs(line.slice(from));
  if (cellsOf(plain) <= columns && codes.length === 0) return plain;
  const open: string[] = [];
  return new LineBreaker(plain, columns)
    .pieces()
    .map(({ indent, start, end, tail }, index, all) => {
      let shown = indent + open.join("");
      let at = start;
      // Where a break swallowed blanks, their colours still count.
      while (codes[0] && codes[0].at <= (all[index + 1]?.start ?? plain.length)) {
        const { at: where, code, closes } = codes.shift() as (typeof codes)[number];
        const upTo = Math.min(end, Math.max(at, where));
        // A colour that begins after the last word belongs to the next line.
        if (!closes && where >= end && index < all.length - 1) {
          open.push(code);
          continue;
        }
        shown += plain.slice(at, upTo) + code;
        at = upTo;
        if (closes) open.pop();
        else open.push(code);
      }
      const rest = plain.slice(at, end) + tail;
      return shown + rest + (open.length > 0 && index < all.length - 1 ? "\u001b[0m" : "");
    })
    .join("\n");
}

function withoutTabs(text: string): string {
  return text.replaceAll("\t", "    ");
}

/** A part of the line that stands on a line of its own. */
interface Piece {
  indent: string;
  start: number;
  end: number;
  /** The sign that a list or a command goes on. */
  tail: string;
}

/** Where a line is broken, best places first: at gaps between parts, at dots, at words, within a word. */
const separators = [/ {2,}/g, / · /g, / +/g] as const;
/** Words in backquotes are a command or a name, and stay together. */
const quoted = /`[^`]*`/g;
/** A command to copy ends its line. */
const command = /(?:^ *|: )((?:npx )?viva [a-z]+(?: \S+)*)$/;

/** Breaks one line. What follows the first line hangs below the text, beside a label or a mark. */
class LineBreaker {
  readonly #line: string;
  readonly #columns: number;
  readonly #hang: number;
  /** Where the text begins that a label is too wide to stand beside. */
  readonly #below: number | undefined;
  readonly #pieces: Piece[] = [];

  constructor(line: string, columns: number) {
    this.#line = line;
    this.#columns = columns;
    const label = labelOf(line);
    const isNarrow = label > 0 && label <= columns * 0.45;
    const indentation = /^ */.exec(line)?.[0].length ?? 0;
    this.#below = label > 0 && !isNarrow ? label : undefined;
    // Deep indentation is text beside a label already.
    const further = indentation > 8 ? 0 : this.#below === undefined ? 2 : 4;
    this.#hang = isNarrow ? cellsOf(line.slice(0, label)) : Math.min(Math.floor(columns / 2), indentation + further);
  }

  pieces(): Piece[] {
    const found = command.exec(this.#line);
    const text = found?.[1] ?? "";
    const at = this.#line.length - text.length;
    const indentation = /^ */.exec(this.#line)?.[0].length ?? 0;
    this.#pieces.push({ indent: this.#line.slice(0, indentation), start: indentation, end: indentation, tail: "" });
    this.#lay(indentation, text === "" ? this.#line.length : at, 0);
    if (text !== "") this.#layCommand(at);
    return this.#pieces.map((piece) => ({ ...piece, end: this.#trimmed(piece) }));
  }

  get #last(): Piece {
    return this.#pieces.at(-1) as Piece;
  }

  #room({ indent, start, end }: Piece = this.#last): number {
    return this.#columns - indent.length - cellsOf(this.#line.slice(start, end));
  }

  #trimmed({ start, end }: Piece): number {
    return start + this.#line.slice(start, end).trimEnd().length;
  }

  #newLine(start: number, indent = this.#hang): void {
    this.#pieces.push({ indent: " ".repeat(indent), start, end: start, tail: "" });
  }

  /** Puts a stretch of the line on this line or the next ones. */
  #lay(from: number, to: number, level: number): void {
    for (const [index, [start, end]] of this.#units(from, to, level).entries()) {
      const isFirst = this.#last.start === this.#last.end;
      const before = isFirst ? this.#last.start : this.#last.end;
      const reach = isFirst ? start : before;
      const width = cellsOf(this.#line.slice(start, end));
      if (cellsOf(this.#line.slice(reach, end)) <= this.#room() && (level > 0 || start !== this.#below)) {
        if (isFirst) this.#last.start = start;
        this.#last.end = end;
      } else if (width <= this.#columns - this.#hang && !(level === 1 && this.#room() > this.#columns / 2)) {
        if (isFirst) Object.assign(this.#last, { indent: " ".repeat(this.#hang), start, end });
        else {
          if (level === 1 && index > 0 && this.#room() >= 2) this.#last.tail = " ·";
          this.#newLine(start);
        }
        this.#last.end = end;
      } else if (level < separators.length) {
        if (isFirst) this.#last.start = this.#last.end = start;
        else if (level === 0 && (start === this.#below || this.#room() < this.#columns / 2)) this.#newLine(start);
        this.#lay(start, end, level + 1);
      } else this.#layCharacters(start, end);
    }
  }

  #units(from: number, to: number, level: number): [number, number][] {
    const separator = separators[level];
    if (!separator) return [[from, to]];
    const text = this.#line.slice(from, to);
    const kept =
      level === 2 ? Array.from(text.matchAll(quoted), ({ index, 0: own }) => [index, index + own.length]) : [];
    const units: [number, number][] = [];
    let start = 0;
    for (const { index, 0: gap } of text.matchAll(separator)) {
      if (kept.some(([a = 0, b = 0]) => index > a && index < b)) continue;
      if (index > start) units.push([from + start, from + index]);
      start = index + gap.length;
    }
    if (start < text.length) units.push([from + start, to]);
    return units;
  }

  /** A word that is wider than a line, such as a path: broken where it is full. */
  #layCharacters(start: number, end: number): void {
    const isFirst = this.#last.start === this.#last.end;
    const hasRoom = this.#room() > this.#columns / 3;
    if (isFirst) this.#last.start = start;
    else if (!hasRoom || this.#line.slice(this.#last.end, start).length > this.#room()) this.#newLine(start);
    this.#last.end = start;
    for (const { text, cells } of charactersOf(this.#line.slice(start, end))) {
      if (cells > this.#room()) this.#breakWord();
      this.#last.end += text.length;
    }
  }

  /** After the last sign that parts a word, such as a slash, if that is not far back. */
  #breakWord(): void {
    const piece = this.#last;
    const { end } = piece;
    const [back = ""] = /[^/\\._,;:&?=-]{0,16}$/.exec(this.#line.slice(piece.start, end)) ?? [];
    if (end - back.length > piece.start + 16) piece.end -= back.length;
    this.#newLine(piece.end);
    this.#last.end = end;
  }

  /** A command has a line of its own, so that it can be copied. A longer one goes on after a backslash, as in a shell. */
  #layCommand(at: number): void {
    const isAlone = this.#last.start === this.#last.end;
    const width = cellsOf(this.#line.slice(at));
    if (isAlone) this.#last.start = this.#last.end = at;
    else if (width + 1 > this.#room() && !this.#startsBeside(width)) this.#newLine(at);
    const words = this.#units(at, this.#line.length, 2);
    for (const [index, [start, end]] of words.entries()) {
      const spare = index === words.length - 1 ? 0 : 2;
      const reach = cellsOf(this.#line.slice(this.#last.end, end));
      if (reach + spare > this.#room() && this.#last.end > this.#last.start && end - start < this.#columns) {
        this.#last.tail = " \\";
        this.#newLine(start, this.#hang + 2);
      }
      this.#layCommandWord(start, end, spare);
    }
  }

  /** A hint whose command does not fit on one line anyway begins beside its label. */
  #startsBeside(width: number): boolean {
    return width > this.#columns - this.#hang && this.#room() > this.#columns / 2;
  }

  #layCommandWord(start: number, end: number, spare: number): void {
    if (this.#last.start === this.#last.end) this.#last.start = start;
    const blank = this.#line.slice(this.#last.end, start);
    if (cellsOf(this.#line.slice(this.#last.start === start ? start : this.#last.end, end)) + spare <= this.#room()) {
      this.#last.end = end;
      return;
    }
    this.#last.end = this.#last.start === start ? start : this.#last.end + blank.length;
    for (const { text, cells } of charactersOf(this.#line.slice(start, end))) {
      if (cells + 1 > this.#room()) {
        this.#last.tail = "\\";
        // A shell joins the two halves only if the second begins its line.
        this.#newLine(this.#last.end, 0);
      }
      this.#last.end += text.length;
    }
  }
}

/** Where the text after a label begins, such as "  safety    "; 0 if the line has no label. */
function labelOf(line: string): number {
  return /^ *\S+(?: \S+)* {2,}(?=\S)/.exec(line)?.[0].length ?? 0;
}
