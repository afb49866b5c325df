import { Diff } from "../parts/diff.tsx";
import type { PairAnswer } from "./answer.ts";

type Change = PairAnswer["changes"][number];

/** What changed between the two runs; prompts as a diff. */
export function Changes({ changes, prompts, rewritten }: Pick<PairAnswer, "changes" | "prompts" | "rewritten">) {
  return (
    <>
      <h3>What changed</h3>
      {changes.length + rewritten.length === 0 ? <p className="note">nothing that Viva can see</p> : undefined}
      <ul className="changes">
        {changes.map((change) => (
          <li key={JSON.stringify(change)}>
            <OneChange change={change} />
          </li>
        ))}
        {rewritten.map(({ caseId, parts }) => (
          <li key={caseId}>
            case <code>{caseId}</code>: {parts ? parts.join(", ") : "how it differs is not in this store"}
          </li>
        ))}
      </ul>
      {prompts.map(({ name, rows, leftOut }) => (
        <details className="fold" key={name} open>
          <summary>{name}</summary>
          <Diff rows={rows} />
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
