// Turns what a program wrote to a terminal into an SVG picture of that terminal.

interface Style {
  bold: boolean;
  dim: boolean;
  colour: "red" | "green" | "yellow" | undefined;
}

interface Cell {
  character: string;
  style: Style;
}

const plain: Style = { bold: false, dim: false, colour: undefined };
const cellWidth = 7.8;
const lineHeight = 18;
const padding = 16;

/** An SVG with one text element for each run of words, every one put at its own column whatever the font. */
export function terminalPicture(text: string, { title, columns = 118 }: { title: string; columns?: number }): string {
  const lines = cellLines(text.trimEnd());
  const width = Math.ceil(columns * cellWidth + 2 * padding);
  const height = lines.length * lineHeight + 2 * padding;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${css}</style>`,
    `<rect width="${width}" height="${height}" rx="8"/>`,
    ...lines.flatMap((line, row) => runsOf(line).map((run) => textElement(run, row))),
    "</svg>\n",
  ].join("\n");
}

const css = [
  "rect{fill:#1d2128}",
  "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d8dee6;white-space:pre}",
  ".bold{font-weight:700}",
  ".dim{fill:#8b95a3}",
  ".red{fill:#ff7b72}",
  ".green{fill:#56d364}",
  ".yellow{fill:#e3b341}",
].join("");

/** What the escape sequences say, applied to each character. Sequences that set no colour or weight are dropped. */
function cellLines(text: string): Cell[][] {
  let style = plain;
  return text.split("\n").map((line) => {
    const cells: Cell[] = [];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this reads
    for (const [part, codes, end] of line.matchAll(/\u001b\[([\d;?]*)([A-Za-z])|[^\u001b]/gu)) {
      if (end === undefined) cells.push({ character: part, style });
      else if (end === "m") style = (codes || "0").split(";").map(Number).reduce(styleAfter, style);
    }
    return cells;
  });
}

function styleAfter(style: Style, code: number): Style {
  switch (code) {
    case 0:
      return plain;
    case 1:
      return { ...style, bold: true };
    case 2:
      return { ...style, dim: true };
    case 22:
      return { ...style, bold: false, dim: false };
    case 31:
      return { ...style, colour: "red" };
    case 32:
      return { ...style, colour: "green" };
    case 33:
      return { ...style, colour: "yellow" };
    case 39:
      return { ...style, colour: undefined };
    default:
      return style;
  }
}

interface Run {
  column: number;
  /** In cells, which are not always as many as the text's units. */
  width: number;
  text: string;
  style: Style;
}

/** Neighbours of one style, cut where two spaces or more stand between. */
function runsOf(line: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  for (const [column, { character, style }] of line.entries()) {
    const last = runs.at(-1);
    if (last && sameStyle(last.style, style) && !last.text.endsWith("  ")) {
      last.text += character;
      last.width += 1;
    } else runs.push({ column, width: 1, text: character, style });
  }
  return runs.filter(({ text }) => text.trim() !== "").map(withoutMargins);
}

function withoutMargins({ column, width, text, style }: Run): Run {
  const before = text.length - text.trimStart().length;
  const after = text.length - text.trimEnd().length;
  return { column: column + before, width: width - before - after, text: text.trim(), style };
}

function sameStyle(a: Style, b: Style): boolean {
  return a.bold === b.bold && a.dim === b.dim && a.colour === b.colour;
}

function textElement({ column, width, text, style }: Run, row: number): string {
  const names = [style.bold && "bold", style.dim && "dim", style.colour].filter(Boolean).join(" ");
  const x = rounded(padding + column * cellWidth);
  const y = padding + row * lineHeight + 13;
  const length = rounded(width * cellWidth);
  const marked = names === "" ? "" : ` class="${names}"`;
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${marked}>${escaped(text)}</text>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
