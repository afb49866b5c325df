import type { AnswerOf } from "../data/load.ts";

export type CaseTrial = AnswerOf<"case">["trials"][number];

/** One trial: its conversation and its scores. With `other`, what differs from that conversation is marked. */
export function TrialPanel({
  trial,
}: {
  trial: CaseTrial;
  other?: CaseTrial | undefined;
  /** Without the scores, for a reader who is to judge by himself. */
  blind?: boolean | undefined;
}) {
  return (
    <article className="trial">
      {trial.exchanges.map(({ number, user, items }) => (
        <section className="exchange" key={number}>
          <p className="said user">{user}</p>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a conversation never changes its order.
            <p key={index}>{item.type === "text" ? item.text : item.name}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
