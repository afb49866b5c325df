import { safeLine } from "../base/index.ts";
import type { Change } from "../gate/index.ts";
import { plural } from "./figures.ts";
import { lineDiff } from "./line-diff.ts";
import type { Style } from "./style.ts";

const mostLines = 24;
const mostFiles = 6;

/** What changed between two runs, a line each; a prompt whose text is known with the lines that differ. */
export function changesText(changes: readonly Change[], style: Style): string[] {
  if (changes.length === 0) return ["  changed: nothing that Viva knows of"];
  return changes.flatMap((change) => changeLines(change, style));
}

function changeLines(change: Change, style: Style): string[] {
  if (change.kind === "value") {
    return [`  changed: ${safeLine(change.what, 60)} ${safeLine(change.before, 80)} → ${safeLine(change.after, 80)}`];
  }
  if (change.kind === "code") {
    const shown = change.files.slice(0, mostFiles).map((file) => safeLine(file, 80));
    const more = change.files.length > shown.length ? [`${change.files.length - shown.length} more`] : [];
    const files = change.files.length === 0 ? "" : `: ${[...shown, ...more].join(", ")}`;
    return [`  changed: ${change.what}${files}`];
  }
  const { name, how, before, after } = change;
  const head = `  ${how}: ${safeLine(name, 80)}`;
  return before === undefined || after === undefined ? [head] : [head, ...diffLines(before, after, style)];
}

function diffLines(before: string, after: string, style: Style): string[] {
  const differing = lineDiff(before, after).filter(({ kind, text }) => kind !== "same" && text.trim() !== "");
  const shown = differing.slice(0, mostLines).map(({ kind, text }) => {
    const line = safeLine(text, 110);
    return kind === "removed" ? style.bad(`    - ${line}`) : style.good(`    + ${line}`);
  });
  const left = differing.length - shown.length;
  return left > 0 ? [...shown, style.dim(`    … ${plural(left, "more line")}`)] : shown;
}
