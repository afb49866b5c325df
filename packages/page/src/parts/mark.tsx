import { statusMarks } from "../../../vivavoce/src/report/status-marks.ts";

export type Status = keyof typeof statusMarks;

/** The sign of a status. Its word is there for those who cannot see the sign. */
export function Mark({ status }: { status: Status }) {
  return (
    <span className={`mark ${status}`} title={status}>
      <span aria-hidden="true">{statusMarks[status]}</span>
      <span className="unseen">{status}</span>
    </span>
  );
}

const tones = { pass: "passed", fail: "failed", inconclusive: "inconclusive", error: "errored" } as const;

/** A verdict in words. A run that was interrupted can go on: that is not an error of anybody. */
export function Verdict({ verdict, of }: { verdict: keyof typeof tones; of?: { finishedAt?: number | undefined } }) {
  if (verdict === "error" && of && of.finishedAt === undefined)
    return <b className="verdict-word skipped">INTERRUPTED</b>;
  return <b className={`verdict-word ${tones[verdict]}`}>{verdict.toUpperCase()}</b>;
}
