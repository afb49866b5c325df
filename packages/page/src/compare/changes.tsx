import type { PairAnswer } from "./pair.tsx";

type Change = PairAnswer["changes"][number];
type Row = PairAnswer["prompts"][number]["rows"][number];

/** What changed between the two runs; prompts as a diff. */
export function Changes({ changes, prompts }: Pick<PairAnswer, "changes" | "prompts">) {
  return (
    <>
      <h3>What changed</h3>
      {changes.length === 0 ? <p className="note">nothing that Viva can see</p> : undefined}
      <ul className="plain changes">
        {changes.map((change) => (
          <li key={JSON.stringify(change)}>
            <OneChange change={change} />
          </li>
        ))}
      </ul>
      {prompts.map(({ name, rows, leftOut }) => (
        <details className="fold diff" key={name} open>
          <summary>{name}</summary>
          <PromptDiff rows={rows} />
          {leftOut > 0 ? <p className="note">… {leftOut} more lines of the diff are not shown</p> : undefined}
        </details>
      ))}
    </>
  );
}

function OneChange({ change }: { change: Change }) {
  if (change.kind === "value")
    return (
      <>
        {change.what} <del>{change.before}</del> → <ins>{change.after}</ins>
      </>
    );
  if (change.kind === "file")
    return (
      <>
        {change.how}: <code>{change.name}</code>
      </>
    );
  const { what, files } = change;
  return <>{files.length === 0 ? what : `${what}: ${files.slice(0, 12).join(", ")}${files.length > 12 ? " …" : ""}`}</>;
}

const signs = { kept: " ", removed: "−", inserted: "+" };

function PromptDiff({ rows }: { rows: readonly Row[] }) {
  return (
    <ol className="plain">
      {rows.map((row, index) =>
        row.kind === "gap" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a diff never changes its order.
          <li className="gap" key={index}>
            {row.lines} {row.lines === 1 ? "line" : "lines"} unchanged
          </li>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a diff never changes its order.
          <li className={row.kind} key={index}>
            <span className="sign">{signs[row.kind]}</span>
            <span className="text">
              <Words row={row} />
            </span>
          </li>
        ),
      )}
    </ol>
  );
}

function Words({ row }: { row: Extract<Row, { parts: unknown }> }) {
  const Changed = row.kind === "removed" ? "del" : "ins";
  return row.parts.map(({ text, changed }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its order.
    changed ? <Changed key={index}>{text}</Changed> : <span key={index}>{text}</span>,
  );
}
