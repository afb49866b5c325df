import { plural } from "../../../vivavoce/src/base/plural.ts";
import { showInterval, showValue } from "../../../vivavoce/src/report/figures.ts";
import { address } from "../data/route.ts";
import { Interval } from "../parts/interval.tsx";
import type { Card } from "./card.ts";

type Part = Card["parts"][number];
type Figure = Part["agreement"];

/** The figures about one criterion, about all of them, or about the metric as a whole. */
export function CardPartView({ part }: { part: Part }) {
  const { ceiling, agreement, kappa, alpha, ac1, truePasses, trueFails, ofPassed, ofFailed } = part;
  // Without a figure there is nothing to see at once.
  const isEmpty = [agreement, truePasses, trueFails, ofPassed, ofFailed].every(({ kind }) => kind === "unknown");
  return (
    <details className="part" open={!isEmpty}>
      <summary>
        <h2>{titleOf(part)}</h2> <span className="facts">{part.counted}</span>
      </summary>
      {part.chance === undefined ? undefined : <p className="note">{part.chance}</p>}
      <dl className="figures named lined">
        <FigureRow
          name="agreement"
          means="the judge says what people say"
          figure={agreement}
          ceiling={ceiling?.agreement}
        />
        <FigureRow name="kappa" means="agreement beyond chance" figure={kappa} />
        <FigureRow name="alpha" means="agreement beyond chance" figure={alpha} ceiling={ceiling?.alpha} />
        <FigureRow name="AC1" means="agreement beyond chance" figure={ac1} />
        <FigureRow name="TPR" means="of what people pass, the judge passes" figure={truePasses} />
        <FigureRow name="TNR" means="of what people fail, the judge fails" figure={trueFails} />
        <FigureRow name="its passes" means="of what the judge passes, people pass" figure={ofPassed} />
        <FigureRow name="its fails" means="of what the judge fails, people fail" figure={ofFailed} />
      </dl>
      {ceiling ? <CeilingText ceiling={ceiling} /> : undefined}
      <Confusion part={part} />
      <Rate rate={part.rate} />
      <Disagreements part={part} />
    </details>
  );
}

function titleOf({ of, criterion }: Part): string {
  return of === "criteria" ? "All criteria" : of === "whole" ? "The metric as a whole" : `“${criterion?.text}”`;
}

interface RowProps {
  name: string;
  means: string;
  figure: Figure;
  ceiling?: Figure | undefined;
}

function FigureRow({ name, means, figure, ceiling }: RowProps) {
  return (
    <div>
      <dt>
        {name} <span className="facts">{means}</span>
      </dt>
      <dd className="row">
        {figure.kind === "known" ? (
          <Figured figure={figure} ceiling={ceiling?.kind === "known" ? ceiling : undefined} />
        ) : (
          <span className="facts">– {figure.why}</span>
        )}
        {ceiling?.kind === "known" ? (
          <span className="facts">people among themselves (◇): {showInterval(ceiling.value, ceiling)}</span>
        ) : undefined}
      </dd>
    </div>
  );
}

interface Known {
  value: number;
  lo: number;
  hi: number;
}

function Figured({ figure, ceiling }: { figure: Known; ceiling?: Known | undefined }) {
  const people = ceiling && { ...ceiling, mean: ceiling.value };
  return (
    <>
      <b className="number">{showInterval(figure.value, figure)}</b>
      <Interval estimate={{ ...figure, mean: figure.value }} people={people} width={240} />
    </>
  );
}

const comparisons = {
  below: "The judge agrees with a person less than two people agree",
  above: "The judge agrees with a person more than two people agree",
  "not told apart": "These labels cannot tell the judge from another person",
};

function CeilingText({ ceiling }: { ceiling: NonNullable<Part["ceiling"]> }) {
  const { items, raters, agreement, kappa, judge } = ceiling;
  return (
    <p className="ceiling">
      {plural(items, "item")} {items === 1 ? "was" : "were"} labelled by two people or more ({raters.join(", ")})
      {agreement.kind === "unknown" ? `: ${agreement.why}` : ""}
      {kappa === undefined ? "" : `, kappa ${showValue(kappa)}`}.
      {judge ? ` ${comparisons[judge.verdict]}: the difference is ${showInterval(judge.difference, judge)}.` : ""}
    </p>
  );
}

const verdicts = ["pass", "fail", "none"] as const;

function Confusion({ part: { confusion } }: { part: Part }) {
  return (
    <table className="confusion">
      <caption>How often people (rows) and the judge (columns) gave which verdict, on items drawn at random</caption>
      <thead>
        <tr>
          <th scope="col">people</th>
          <th scope="col">judge: pass</th>
          <th scope="col">judge: fail</th>
          <th scope="col">no verdict</th>
        </tr>
      </thead>
      <tbody>
        {(["pass", "fail", "unclear"] as const).map((said) => (
          <tr key={said}>
            <th scope="row">{said}</th>
            {verdicts.map((verdict) => (
              <td className={said === verdict ? "alike" : undefined} key={verdict}>
                {confusion[said][verdict]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rate({ rate }: { rate: Part["rate"] }) {
  if (!rate?.reported) return undefined;
  const { run, reported, corrected, why } = rate;
  return (
    <>
      <h3>
        Pass rate of run <a href={address(["run", run])}>{run}</a>
      </h3>
      <dl className="figures named lined">
        <div>
          <dt>
            reported <span className="facts">by the judge</span>
          </dt>
          <dd className="row">
            <Figured figure={reported} />
          </dd>
        </div>
        {corrected.map((one) => (
          <div key={one.method}>
            <dt>
              corrected{" "}
              <span className="facts">
                {one.method}, by {one.labels} labels drawn at random
              </span>
            </dt>
            <dd className="row">
              <Figured figure={one} />
            </dd>
          </div>
        ))}
      </dl>
      {why === undefined ? undefined : <p className="facts">No corrected rate: {why}.</p>}
    </>
  );
}

/** Longer lists are cut. */
const mostShown = 100;

function Disagreements({ part: { disagreements } }: { part: Part }) {
  if (disagreements.length === 0) return undefined;
  return (
    <details className="disagreements" open={disagreements.length <= 10}>
      <summary>{plural(disagreements.length, "disagreement")}</summary>
      <ul className="bullets">
        {disagreements
          .slice(0, mostShown)
          .map(({ run, suitePosition, trial, caseId, criterion, text, person, judge, reasons }) => (
            <li key={`${run} ${suitePosition} ${trial} ${criterion}`}>
              <a href={address(["case", run, suitePosition, caseId])}>{caseId}</a> people: {person}, judge: {judge}
              <span className="facts"> {text}</span>
              {reasons.map((reason) => (
                <blockquote key={reason}>{reason}</blockquote>
              ))}
            </li>
          ))}
      </ul>
      {disagreements.length > mostShown ? (
        <p className="facts">… {disagreements.length - mostShown} more</p>
      ) : undefined}
    </details>
  );
}
