import { useState } from "react";
import type { AnswerOf } from "../data/load.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Waiting } from "../parts/waiting.tsx";
import type { CaseAddress } from "./case-address.ts";

type Answer = AnswerOf<"calls">;
type Call = Answer["calls"][number];

/** Every model call of a trial, folded; asked for when a reader opens it. */
export function ModelCalls({ at }: { at: CaseAddress & { trial: number } }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="calls" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Model calls</summary>
      {open ? <Loaded at={at} /> : undefined}
    </details>
  );
}

function Loaded({ at }: { at: CaseAddress & { trial: number } }) {
  const [whole, setWhole] = useState(false);
  const { answer, error } = useAnswer("calls", { ...at, texts: whole ? "whole" : undefined });
  if (!answer) return <Waiting error={error} what="the model calls" />;
  const { cut } = answer;
  return (
    <>
      <CallList answer={answer} />
      {cut > 0 && !whole ? (
        <button type="button" onClick={() => setWhole(true)}>
          {cut === 1 ? "1 text was cut: show it whole" : `${cut} texts were cut: show them whole`}
        </button>
      ) : undefined}
    </>
  );
}

export function CallList({ answer: { calls, mode, leftOut } }: { answer: Answer }) {
  if (calls.length === 0 && leftOut === 0) return <p className="note">{noCalls(mode)}</p>;
  const passes = new Set(calls.map(({ pass }) => pass)).size;
  return (
    <>
      <ol className="call-list">
        {calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls never change their order.
          <li key={index}>
            <OneCall call={call} passes={passes} />
          </li>
        ))}
      </ol>
      {leftOut > 0 ? (
        <p className="note">
          This report has no room for {leftOut} more. They are in the store: `viva view` shows them.
        </p>
      ) : undefined}
    </>
  );
}

function noCalls(mode: Answer["mode"]): string {
  if (mode === "replay")
    return "No model was asked: the answers were replayed. The recorded calls are on the suite's tapes, in its folder cassettes.";
  return "No model was asked through Viva.";
}

function OneCall({ call, passes }: { call: Call; passes: number }) {
  const { role, label, pass, model, facts, messages, settings, answer, toolCalls, warnings } = call;
  const who = [role, label, ...(passes > 1 ? [`scoring ${pass}`] : []), model ?? ""].filter((part) => part !== "");
  return (
    <details className="model-call">
      <summary>
        {who.join(" · ")} <span className="facts">{facts}</span>
      </summary>
      <h4>Request</h4>
      {messages.map(({ role: speaker, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages never change their order.
        <Text title={speaker} text={text} key={index} />
      ))}
      {settings === undefined ? undefined : (
        <details>
          <summary>tools and settings</summary>
          <pre>{settings}</pre>
        </details>
      )}
      <h4>Answer</h4>
      {answer === "" ? undefined : <Text title="text" text={answer} />}
      {toolCalls.map(({ name, given }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls never change their order.
        <Text title={`calls ${name}`} text={given} key={index} />
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
