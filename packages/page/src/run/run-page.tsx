import { useContext, useEffect, useState } from "react";
import type { PageProps } from "../app.tsx";
import { Capable } from "../data/capabilities.ts";
import { rememberOrder } from "../data/case-order.ts";
import { address } from "../data/route.ts";
import { searchIn } from "../data/search-blocks.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Mark } from "../parts/mark.tsx";
import { Waiting } from "../parts/waiting.tsx";

/** One run: its suites and their cases. */
export function RunPage({ path }: PageProps) {
  const [run = ""] = path;
  const { answer, error } = useAnswer("run", { run });
  if (!answer) return <Waiting error={error} what={`run ${run}`} />;
  return (
    <>
      <h1>Run {run}</h1>
      {answer.suites.map(({ position, name, decision }) => (
        <section key={position}>
          <h2>{name}</h2>
          <p>
            {decision.verdict.toUpperCase()} {decision.reason}
          </p>
          <Rows run={run} suite={position} />
        </section>
      ))}
    </>
  );
}

function Rows({ run, suite }: { run: string; suite: number }) {
  const { answer, error } = useAnswer("rows", { run, suite });
  const { live } = useContext(Capable);
  const [text, setText] = useState("");
  const rows = answer?.rows ?? [];
  const found = text === "" || live ? undefined : new Set(searchIn(document, { run, suite, text }).cases);
  const shown = rows.filter(({ id }) => found?.has(id) ?? id.includes(text));
  useEffect(() =>
    rememberOrder(
      run,
      suite,
      shown.map(({ id }) => id),
    ),
  );
  if (!answer) return <Waiting error={error} what="the cases" />;
  return (
    <>
      <input type="search" aria-label="search" value={text} onChange={({ target }) => setText(target.value)} />
      <ul>
        {shown.map(({ id, title, status }) => (
          <li data-row={id} key={id}>
            <Mark status={status} /> <a href={address(["case", run, suite, id])}>{id}</a> {title}
          </li>
        ))}
      </ul>
    </>
  );
}
