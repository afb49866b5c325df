import { type DiffRow, textDiff } from "../../../vivavoce/src/world/text-diff.ts";
import { Diff } from "../parts/diff.tsx";
import { Said } from "./said.tsx";
import type { CaseTrial } from "./trial.ts";

type Effect = NonNullable<CaseTrial["exchanges"][number]["effects"]>[number];

/** A change of the world: in words, and as what was there before and after. */
export function EffectDiff({ effect: { text, before, after, unexplained } }: { effect: Effect }) {
  return (
    <Said who="changed" kind="effect">
      <p>
        {text}
        {unexplained ? <span className="badge rejected">no recorded call explains it</span> : undefined}
      </p>
      {before === undefined && after === undefined ? undefined : <TextDiff before={before} after={after} />}
    </Said>
  );
}

/** Two texts as a difference: short ones in a line, longer ones line by line. */
function TextDiff({ before, after }: { before?: string | undefined; after?: string | undefined }) {
  const short = [before, after].every((text) => text === undefined || (text.length < 60 && !text.includes("\n")));
  if (short)
    return (
      <p className="change">
        {before === undefined ? undefined : <del>{before}</del>}
        {before === undefined || after === undefined ? undefined : " → "}
        {after === undefined ? undefined : <ins>{after}</ins>}
      </p>
    );
  return <Diff rows={rowsOf(before, after)} />;
}

function rowsOf(before: string | undefined, after: string | undefined): DiffRow[] {
  if (before !== undefined && after !== undefined) return textDiff(before, after);
  const kind = after === undefined ? "removed" : "inserted";
  return (before ?? after ?? "").split("\n").map((text) => ({ kind, parts: [{ text, changed: false }] }));
}
