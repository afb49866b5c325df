import { address } from "../data/route.ts";
import { keyed } from "../parts/keyed.tsx";
import type { Entry, Review, Shown } from "./use-review.ts";

interface RevealedProps {
  entry: Entry;
  said: NonNullable<Shown["said"]>;
  agreement: Review["progress"]["agreement"];
}

/** What the judge and others said, once the rater has spoken. */
export function Revealed({ entry, said, agreement }: RevealedProps) {
  const { judge, others, sampled, disagreements } = said.answer;
  const { run, suite } = entry.item;
  return (
    <div className="revealed" role="status">
      <p>
        <b>{comparison(said.verdict, judge.judged)}</b> You: {said.verdict}. The judge: {judgeWords(judge)}
      </p>
      {judge.reason === "" ? undefined : <p>{judge.reason}</p>}
      {keyed(judge.evidence, ({ text, exchange }) => (
        <blockquote>
          {text}
          {exchange === undefined ? undefined : <span className="facts"> exchange {exchange}</span>}
        </blockquote>
      ))}
      {others.map(({ rater, verdict, reason }) => (
        <p key={rater}>
          {rater}: {verdict}
          {reason === "" ? "" : `, “${reason}”`}
        </p>
      ))}
      <p className="facts">
        {sampledWords(sampled)}
        {disagreements.map((words) => ` Disputed: ${words}.`)}{" "}
        {agreement.of === 0 ? "" : `You and the judge agree on ${agreement.agreed} of ${agreement.of} so far. `}
        <a href={address(["case", run, suite, entry.caseId])}>The whole case</a>
      </p>
      <p className="facts">
        Go on with <kbd>j</kbd>. To correct a slip, label it again; the correction is marked as no longer blind.
      </p>
    </div>
  );
}

function comparison(mine: string, judged: string): string {
  if (judged === "none" || mine === "unclear") return "";
  return mine === judged ? "✓ You agree." : "✗ You disagree.";
}

function judgeWords({ judged, verdict }: RevealedProps["said"]["answer"]["judge"]): string {
  if (judged === "none") return `did not decide${verdict === "" ? "" : ` (“${verdict}”)`}.`;
  return `${judged}${verdict === "" ? "" : ` (“${verdict}”)`}.`;
}

function sampledWords({ how, probability }: RevealedProps["said"]["answer"]["sampled"]): string {
  if (how === "random")
    return `Drawn at random, with a chance of ${shown(probability)}: it counts for the judge’s rates.`;
  if (how === "second rater") return "Labelled before by somebody else: it shows how far people agree.";
  if (how === "stratum")
    return `Added because the judge gives this verdict rarely, with a chance of ${shown(probability)}: it counts for the judge’s rates, by that chance.`;
  return "Not drawn at random: it finds errors and does not count for rates.";
}

function shown(probability = 1): string {
  return String(Number(probability.toPrecision(2)));
}
