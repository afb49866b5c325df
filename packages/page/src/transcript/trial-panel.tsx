import type { AnswerOf } from "../data/load.ts";

export type CaseTrial = AnswerOf<"case">["trials"][number];

/** One trial: its conversation and its scores. With `other`, what differs from that conversation is marked. */
export function TrialPanel({ trial, other }: { trial: CaseTrial; other?: CaseTrial | undefined }) {
  const differs = (number: number, index: number) => {
    const [own, theirs] = [trial, other].map((one) => one?.exchanges.find((exchange) => exchange.number === number));
    return other !== undefined && textOf(own?.items[index]) !== textOf(theirs?.items[index]);
  };
  return (
    <article className="trial">
      {trial.exchanges.map(({ number, user, items }) => (
        <section className="exchange" key={number}>
          <p className="said user">{user}</p>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a conversation never changes its order.
            <p key={index} className={differs(number, index) ? "said differing" : "said"}>
              {textOf(item)}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}

function textOf(item: CaseTrial["exchanges"][number]["items"][number] | undefined): string | undefined {
  return item?.type === "text" ? item.text : item?.name;
}
