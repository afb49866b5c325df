import { useEffect, useRef, useState } from "react";
import { useKeys } from "../keys/use-keys.ts";
import type { Shown, Verdict } from "./use-review.ts";

interface LabelFormProps {
  said: Shown["said"];
  say(verdict: Verdict, reason: string): Promise<boolean>;
  move(by: number): void;
}

const tones = { pass: "passed", fail: "failed", unclear: "inconclusive" } as const;

/** Pass, fail or unclear. A pass is kept at once; the others need a reason first. */
export function LabelForm({ said, say, move }: LabelFormProps) {
  const [asking, setAsking] = useState<"fail" | "unclear">();
  const [reason, setReason] = useState(said?.reason ?? "");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (asking) field.current?.focus();
  }, [asking]);
  const ask = (verdict: "fail" | "unclear") => {
    setAsking(verdict);
    // Chosen a second time, the field is there already.
    field.current?.focus();
  };
  const pass = () => {
    setAsking(undefined);
    void say("pass", "");
  };
  const save = async () => {
    if (!asking) return;
    setMissing(reason.trim() === "");
    if (reason.trim() === "") field.current?.focus();
    else if (await say(asking, reason)) setAsking(undefined);
  };
  useKeys({
    p: ["label: pass", pass],
    f: ["label: fail, with a reason", () => ask("fail")],
    u: ["label: unclear, with a reason", () => ask("unclear")],
  });
  const choice = asking ?? said?.verdict;
  const button = (verdict: Verdict, letter: string, act: () => void) => (
    <button type="button" className={`say ${tones[verdict]}`} aria-pressed={choice === verdict} onClick={act}>
      {verdict} <kbd>{letter}</kbd>
    </button>
  );
  return (
    <div className="label-form">
      <fieldset className="row">
        <legend className="unseen">{said ? "Change your label" : "Your label"}</legend>
        {button("pass", "p", pass)}
        {button("fail", "f", () => ask("fail"))}
        {button("unclear", "u", () => ask("unclear"))}
        <span className="row end-of-row">
          <button type="button" onClick={() => move(-1)}>
            back <kbd>k</kbd>
          </button>
          <button type="button" onClick={() => move(1)}>
            next <kbd>j</kbd>
          </button>
        </span>
      </fieldset>
      {asking ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <label>
            {asking === "fail" ? "Why does it fail?" : "What is unclear?"}
            <textarea
              ref={field}
              rows={2}
              value={reason}
              maxLength={10_000}
              aria-invalid={isMissing}
              aria-describedby={isMissing ? "reason-missing" : undefined}
              onChange={({ target }) => setReason(target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault();
                  void save();
                }
              }}
            />
          </label>
          {isMissing ? (
            <p id="reason-missing" className="missing" role="alert">
              A {asking} needs a reason: one sentence is enough.
            </p>
          ) : undefined}
          <p className="row">
            <button type="submit">
              Save <kbd>Ctrl Enter</kbd>
            </button>
            <button type="button" onClick={() => setAsking(undefined)}>
              Cancel
            </button>
          </p>
        </form>
      ) : undefined}
    </div>
  );
}
