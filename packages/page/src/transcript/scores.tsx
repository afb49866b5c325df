import { checkStatus } from "../../../vivavoce/src/report/status-marks.ts";
import { CardBadge } from "../judges/card-badge.tsx";
import { keyed } from "../parts/keyed.tsx";
import { Mark } from "../parts/mark.tsx";
import { jumpTo } from "./jump.tsx";
import type { NumberedQuote } from "./quotes.ts";
import type { CaseTrial } from "./trial.ts";

type Score = CaseTrial["scores"][number];
type Check = Score["checks"][number];

interface Quoted {
  /** Which quotes were found in the conversation; the others lead to their exchange. */
  found: ReadonlySet<number>;
  id: string;
}

/** Every score of a trial with its checks, reasons and quotes. */
export function Scores({
  scores,
  quotes,
  ...quoted
}: Quoted & { scores: readonly Score[]; quotes: NumberedQuote[][][] }) {
  return (
    <div className="scores">
      <p className="heads facts" aria-hidden="true">
        <span>expected</span>
        <span>got</span>
      </p>
      {scores.map((score, index) => (
        <OneScore score={score} quotes={quotes[index] ?? []} {...quoted} key={score.metric} />
      ))}
    </div>
  );
}

function OneScore({ score, quotes, ...quoted }: Quoted & { score: Score; quotes: NumberedQuote[][] }) {
  const { metric, judged, gating, status, line, passed, checks } = score;
  const result = status === "scored" ? (passed ? "passed" : "failed") : status;
  return (
    <section className={`score ${result}`}>
      <h4>
        <Mark status={result} />
        {metric}
        {judged ? (
          <span className="badge judged" title="a judge model decided this, not code">
            judged
          </span>
        ) : undefined}
        {gating ? undefined : <span className="badge">reported only</span>}
      </h4>
      <p className="line">{passed === undefined ? `${status}: ${line}` : line}</p>
      {judged ? <CardBadge metric={metric} /> : undefined}
      {checks.length === 0 ? undefined : (
        <ul className="checks lined">
          {keyed(checks, (check, index) => (
            <OneCheck check={check} quotes={quotes[index] ?? []} {...quoted} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What was expected beside what came. Why, and the words it rests on, are open where a check was missed. */
function OneCheck({ check, quotes, ...quoted }: Quoted & { check: Check; quotes: NumberedQuote[] }) {
  const { ok, skipped, label, verdict, reason } = check;
  const kind = skipped ? "skipped" : ok ? "ok" : "missed";
  const words = (
    <>
      {reason === "" ? undefined : <p className="reason">{reason}</p>}
      {quotes.map((quote) => (
        <Quote quote={quote} {...quoted} key={quote.number} />
      ))}
    </>
  );
  return (
    <li className={kind}>
      <span className="label">
        <Mark status={checkStatus({ ok, skipped })} /> {label}
      </span>
      {reason === "" && quotes.length === 0 ? (
        <span className="verdict">{verdict}</span>
      ) : (
        <details open={kind === "missed"}>
          <summary className="verdict">{verdict}</summary>
          {words}
        </details>
      )}
    </li>
  );
}

function Quote({ quote: { number, text, exchange, source }, found, id }: Quoted & { quote: NumberedQuote }) {
  const place = found.has(number) ? `${id}-quote-${number}` : `${id}-exchange-${exchange}`;
  return (
    <blockquote id={`${id}-check-${number}`} tabIndex={-1}>
      {text}
      {exchange === undefined ? (
        <span className="facts">{source}</span>
      ) : (
        <button type="button" className="place" onClick={() => jumpTo(place)}>
          {source}, exchange {exchange}
          {found.has(number) ? <sup>{number}</sup> : undefined}
        </button>
      )}
    </blockquote>
  );
}
