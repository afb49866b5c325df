import { plural } from "../../../vivavoce/src/base/plural.ts";
import type { DiffRow } from "../../../vivavoce/src/world/text-diff.ts";
import { keyed } from "./keyed.tsx";
import "./diff.css";

/** More lines are cut. */
const mostRows = 2_000;
const signs = { kept: " ", removed: "−", inserted: "+" } as const;

/** Two texts in one column: what was removed, what was inserted, and the words in which a line differs. */
export function Diff({ rows }: { rows: readonly DiffRow[] }) {
  return (
    <ol className="diff">
      {keyed(rows.slice(0, mostRows), (row) => (
        <Row row={row} />
      ))}
      {rows.length > mostRows ? <li className="gap">… {plural(rows.length - mostRows, "more line")}</li> : undefined}
    </ol>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === "gap") return <li className="gap">{plural(row.lines, "line")} unchanged</li>;
  const Changed = row.kind === "removed" ? "del" : "ins";
  return (
    <li className={row.kind}>
      <span className="sign">{signs[row.kind]}</span>
      <span className="text">
        {keyed(row.parts, ({ text, changed }) => (changed ? <Changed>{text}</Changed> : <span>{text}</span>))}
      </span>
    </li>
  );
}
