/** A run of lines that stands in two places. */
export interface Repeated {
  first: { file: string; line: number };
  second: { file: string; line: number };
  lines: number;
}

interface Line {
  file: string;
  line: number;
  text: string;
}

/** The longest runs of more than `most` equal lines, however they are indented; blank lines do not count. */
export function repeatedLines(sources: Readonly<Record<string, string>>, most: number): Repeated[] {
  const files = Object.entries(sources).map(([file, source]) => linesOf(file, source));
  const seen = new Map<string, { lines: readonly Line[]; start: number }>();
  const found: Repeated[] = [];
  for (const lines of files) {
    let told = 0;
    for (let start = 0; start + most < lines.length; start += 1) {
      const window = lines
        .slice(start, start + most + 1)
        .map(({ text }) => text)
        .join("\n");
      const earlier = seen.get(window);
      if (!earlier) seen.set(window, { lines, start });
      else if (start >= told && (earlier.lines !== lines || start > earlier.start + most)) {
        const length = sharedLength(earlier.lines.slice(earlier.start), lines.slice(start));
        found.push({ first: placeOf(earlier.lines[earlier.start]), second: placeOf(lines[start]), lines: length });
        told = start + length;
      }
    }
  }
  return found;
}

function linesOf(file: string, source: string): Line[] {
  return source
    .split("\n")
    .map((text, index) => ({ file, line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "");
}

function sharedLength(first: readonly Line[], second: readonly Line[]): number {
  const end = second.findIndex(({ text }, index) => text !== first[index]?.text);
  return end === -1 ? second.length : end;
}

function placeOf(line: Line | undefined): { file: string; line: number } {
  return { file: line?.file ?? "", line: line?.line ?? 0 };
}
