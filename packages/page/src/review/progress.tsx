import type { Review } from "./use-review.ts";

/** How far the review has come, and what each part of it is good for. */
export function Progress({ progress, needs }: Pick<Review, "progress" | "needs">) {
  const { mine, left, rest, random, disagreements, second } = progress;
  return (
    <div className="progress">
      <p>
        <progress max={mine + left || 1} value={mine} aria-label="labelled by you" /> {mine} labelled by you, {left}{" "}
        left{rest > 0 ? `, and ${rest} more if you like` : ""}
      </p>
      {needs.length === 0 ? undefined : (
        <p className="facts">
          Labels that a card still needs: {needs.map(({ metric, more }) => `${metric} ${more}`).join(", ")}. Items drawn
          at random help most, and come first.
        </p>
      )}
      <details>
        <summary>What counts for what</summary>
        <dl className="lined">
          <div>
            <dt>
              {random.labelled} of {random.of} drawn at random
            </dt>
            <dd className="facts">These count for the judge’s rates.</dd>
          </div>
          <div>
            <dt>
              {disagreements.labelled} of {disagreements.of} disagreements
            </dt>
            <dd className="facts">
              These find errors of the judge. They do not count for rates, because they were chosen as likely errors.
            </dd>
          </div>
          <div>
            <dt>
              {second.labelled} of {second.of} labelled by two people
            </dt>
            <dd className="facts">
              These show how far people agree with each other. A fifth is offered to a second person.
            </dd>
          </div>
        </dl>
      </details>
    </div>
  );
}
