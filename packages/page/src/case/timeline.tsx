import { type ReactNode, useState } from "react";
import { showDuration } from "../../../vivavoce/src/report/figures.ts";
import type { AnswerOf } from "../data/load.ts";
import { useAnswer } from "../data/use-answer.ts";
import { keyed } from "../parts/keyed.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { jumpTo } from "../transcript/jump.tsx";
import type { CaseAddress } from "./case-address.ts";

type Answer = AnswerOf<"calls">;
type Call = Answer["calls"][number];

/** A trial on one scale, and every model call with its request and answer. The strip is always there, the rest opens. */
export function Timeline({ at, id }: { at: CaseAddress & { trial: number }; id: string }) {
  const [whole, setWhole] = useState(false);
  const { answer, error } = useAnswer("calls", { ...at, texts: whole ? "whole" : undefined });
  if (!answer) return <Waiting error={error} what="the timeline" />;
  const { cut, timeline } = answer;
  const { rows, totalMs } = timeline;
  return (
    <details className="calls">
      <summary>
        Timeline and model calls{" "}
        <span className="facts">{totalMs === 0 ? "no time was measured" : `${showDuration(totalMs)} measured`}</span>
        {totalMs === 0 ? undefined : <Track rows={rows.filter(({ kind }) => laid.includes(kind))} totalMs={totalMs} />}
      </summary>
      <TimelineRows answer={answer} id={id} />
      {cut > 0 && !whole ? (
        <button type="button" onClick={() => setWhole(true)}>
          {cut === 1 ? "1 text was cut: show it whole" : `${cut} texts were cut: show them whole`}
        </button>
      ) : undefined}
    </details>
  );
}

type Row = Answer["timeline"]["rows"][number];
/** These stand end to end; the others lie within them. */
const laid: readonly Row["kind"][] = ["opening", "silence", "exchange"];

export function TimelineRows({ answer: { calls, timeline, mode, leftOut }, id }: { answer: Answer; id: string }) {
  const { rows, totalMs } = timeline;
  const judges = calls.filter(({ role }) => role === "judge");
  const passes = Math.max(0, ...calls.map(({ pass }) => pass));
  return (
    <>
      {totalMs === 0 ? undefined : (
        <p className="note">
          Exchanges and silences end to end. A model call stands where it was asked, counted from the first call of its
          exchange. Tools and approvals were not timed: their mark stands where the call before them ended.
        </p>
      )}
      <ol className="timeline" aria-label="timeline">
        {keyed(rows, (row) => (
          <TimelineRow row={row} call={calls[row.call ?? -1]} totalMs={totalMs} id={id} />
        ))}
      </ol>
      {calls.length === 0 && leftOut === 0 ? <p className="note">{noCalls(mode)}</p> : undefined}
      {judges.length === 0 ? undefined : <h4>Judges, when it was scored</h4>}
      <ol className="timeline">
        {keyed(judges, (call) => (
          <li>
            <OneCall call={call} title={whoOf(call, passes)} />
          </li>
        ))}
      </ol>
      {leftOut > 0 ? (
        <p className="note">
          This report has no room for {leftOut} more. They are in the store: <code>viva view</code> shows them.
        </p>
      ) : undefined}
    </>
  );
}

interface RowProps {
  row: Row;
  call: Call | undefined;
  totalMs: number;
  id: string;
}

function TimelineRow({ row, call, totalMs, id }: RowProps) {
  const { kind, text, fact, exchange, missed } = row;
  const track = totalMs === 0 ? undefined : <Track rows={[row]} totalMs={totalMs} />;
  if (call)
    return (
      <li className={kind}>
        <OneCall call={call} title={whoOf(call, 1)}>
          {track}
        </OneCall>
      </li>
    );
  return (
    <li className={missed ? `${kind} missed` : kind}>
      <span className="line">
        {exchange === undefined ? (
          <span>{text}</span>
        ) : (
          <button type="button" className="place" onClick={() => jumpTo(`${id}-exchange-${exchange}`)}>
            {text}
          </button>
        )}
        <span className="facts">{fact}</span>
        {track}
      </span>
    </li>
  );
}

const wide = 1_000;

/** Bars for what has a length, marks for what only has a place. The words beside them say the same. */
function Track({ rows, totalMs }: { rows: readonly Row[]; totalMs: number }) {
  const x = (ms: number) => Number(((ms / totalMs) * wide).toFixed(1));
  return (
    <svg className="track" viewBox={`0 0 ${wide} 10`} preserveAspectRatio="none" aria-hidden="true">
      {keyed(rows, ({ kind, at, ms }) =>
        at === undefined ? undefined : (
          <rect className={kind} x={x(at)} y={1} width={Math.max(x(ms ?? 0) - 1, 3)} height={8} />
        ),
      )}
    </svg>
  );
}

function noCalls(mode: Answer["mode"]): string {
  if (mode === "replay")
    return "No model was asked: the answers were replayed. The recorded calls are on the suite's tapes, in its folder cassettes.";
  return "No model was asked through Viva.";
}

function whoOf({ role, label, pass, model }: Call, passes: number): string {
  const who = role === "user" ? "simulated user" : role;
  return [who, label, passes > 1 ? `scoring ${pass}` : "", model ?? ""].filter((part) => part !== "").join(" · ");
}

function OneCall({ call, title, children }: { call: Call; title: string; children?: ReactNode }) {
  const { facts, messages, settings, answer, toolCalls, warnings } = call;
  return (
    <details className="model-call">
      <summary className="line">
        <span>{title}</span>
        <span className="facts">{facts}</span>
        {children}
      </summary>
      <h4>Request</h4>
      {keyed(messages, ({ role: speaker, text }) => (
        <Text title={speaker} text={text} />
      ))}
      {settings === undefined ? undefined : (
        <details>
          <summary>tools and settings</summary>
          <pre>{settings}</pre>
        </details>
      )}
      <h4>Answer</h4>
      {answer === "" ? undefined : <Text title="text" text={answer} />}
      {keyed(toolCalls, ({ name, given }) => (
        <Text title={`calls ${name}`} text={given} />
      ))}
      {answer === "" && toolCalls.length === 0 ? <p className="note">(no text)</p> : undefined}
      {warnings.map((warning) => (
        <p className="note" key={warning}>
          {warning}
        </p>
      ))}
    </details>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div className="message">
      <span className="who">{title}</span>
      <pre>{text}</pre>
    </div>
  );
}
