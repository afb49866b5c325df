import { createContext, useContext } from "react";
import { Capable } from "../data/capabilities.ts";
import type { AnswerOf } from "../data/load.ts";
import { address } from "../data/route.ts";

type Suite = Pick<AnswerOf<"run">["suites"][number], "name" | "judgeCards">;

/** The suite whose scores are shown below, with the cards of its judges; undefined where nobody has asked for them. */
export const JudgedSuite = createContext<Suite | undefined>(undefined);

/** Under a judged score: how its judge compares with people, as a link to the card. */
export function CardBadge({ metric }: { metric: string }) {
  const suite = useContext(JudgedSuite);
  const card = suite?.judgeCards.find((one) => one.metric === metric);
  if (!suite || !card) return undefined;
  return (
    <p className="line">
      <CardLink suite={suite.name} metric={metric}>
        judge card
      </CardLink>
      : {card.brief}
    </p>
  );
}

/** Under the metrics of a suite: what each judged figure is worth. */
export function CardLines({ suite: { name, judgeCards } }: { suite: Suite }) {
  if (judgeCards.length === 0) return undefined;
  return (
    <ul className="card-lines facts" aria-label="judge cards">
      {judgeCards.map(({ metric, brief }) => (
        <li key={metric}>
          judge card of{" "}
          <CardLink suite={name} metric={metric}>
            {metric}
          </CardLink>
          : {brief}
        </li>
      ))}
    </ul>
  );
}

/** A report's file has no cards to lead to. */
function CardLink({ suite, metric, children }: { suite: string; metric: string; children: string }) {
  const { holds } = useContext(Capable);
  return holds("judges") ? <a href={address(["judges", suite, metric])}>{children}</a> : children;
}
