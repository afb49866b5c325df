import { plural, safeLine } from "../base/index.ts";
import type { Change } from "../gate/index.ts";
import { rowText, textDiff } from "../world/index.ts";
import type { Style } from "./style.ts";

const mostLines = 24;
const mostFiles = 6;

/** What changed between two runs, a line each. A prompt whose text is known is shown with the lines that differ. */
export function changesText(changes: readonly Change[], style: Style): string[] {
  if (changes.length === 0) return ["  changed: nothing that Viva can see"];
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
  return before === undefined || after === undefined ? [head] : [head, ...differingLines(before, after, style)];
}

function differingLines(before: string, after: string, style: Style): string[] {
  const differing = textDiff(before, after).flatMap((row) => {
    if (row.kind === "gap" || row.kind === "kept" || rowText(row).trim() === "") return [];
    const text = safeLine(rowText(row), 110);
    return [row.kind === "removed" ? style.bad(`    - ${text}`) : style.good(`    + ${text}`)];
  });
  const shown = differing.slice(0, mostLines);
  const left = differing.length - shown.length;
  return left > 0 ? [...shown, style.dim(`    … ${plural(left, "more line")}`)] : shown;
}
