import { type DiffPart, type DiffRow, textDiff } from "../../../vivavoce/src/world/text-diff.ts";
import type { CaseTrial } from "./trial.ts";

type Effect = NonNullable<CaseTrial["exchanges"][number]["effects"]>[number];

/** A change of the world: in words, and as what was there before and after. */
export function EffectDiff({ effect: { text, before, after } }: { effect: Effect }) {
  return (
    <div className="effect">
      <span className="who">changed</span>
      <div className="words">
        <p>{text}</p>
        {before === undefined && after === undefined ? undefined : <TextDiff before={before} after={after} />}
      </div>
    </div>
  );
}

/** Two texts as a difference: short ones in a line, longer ones line by line. */
function TextDiff({ before, after }: { before?: string | undefined; after?: string | undefined }) {
  const short = [before, after].every((text) => text === undefined || (text.length < 60 && !text.includes("\n")));
  if (short)
    return (
      <p className="diff">
        {before === undefined ? undefined : <del>{before}</del>}
        {before === undefined || after === undefined ? undefined : " → "}
        {after === undefined ? undefined : <ins>{after}</ins>}
      </p>
    );
  return <DiffLines rows={rowsOf(before, after)} />;
}

function rowsOf(before: string | undefined, after: string | undefined): DiffRow[] {
  if (before !== undefined && after !== undefined) return textDiff(before, after);
  const kind = after === undefined ? "removed" : "inserted";
  return (before ?? after ?? "").split("\n").map((text) => ({ kind, parts: [{ text, changed: false }] }));
}

const mostRows = 200;
const signs = { kept: " ", removed: "-", inserted: "+" } as const;

function DiffLines({ rows }: { rows: readonly DiffRow[] }) {
  return (
    <pre className="diff">
      {rows.slice(0, mostRows).map((row, index) => {
        if (row.kind === "gap")
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a difference never changes its order.
            <span className="gap" key={index}>
              {`  … ${row.lines} unchanged\n`}
            </span>
          );
        const words = row.parts.map(drawnPart);
        const line = [`${signs[row.kind]} `, ...words, "\n"];
        // biome-ignore-start lint/suspicious/noArrayIndexKey: a difference never changes its order.
        if (row.kind === "removed") return <del key={index}>{line}</del>;
        if (row.kind === "inserted") return <ins key={index}>{line}</ins>;
        return <span key={index}>{line}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: a difference never changes its order.
      })}
      {rows.length > mostRows ? `… ${rows.length - mostRows} more lines\n` : undefined}
    </pre>
  );
}

function drawnPart({ text, changed }: DiffPart, index: number) {
  return changed ? <b key={index}>{text}</b> : text;
}
