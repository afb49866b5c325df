import { keyed } from "../parts/keyed.tsx";
import type { AnnotatedCall, AnnotatedExchange, AnnotatedItem } from "./annotated.ts";
import { EffectDiff } from "./effect-diff.tsx";
import { ToCheck } from "./jump.tsx";
import { Remarks } from "./remarks.tsx";
import { plainText, type Rich, RichText } from "./rich-text.tsx";
import { Said } from "./said.tsx";
import type { CaseTrial } from "./trial.ts";

interface ConversationProps {
  conversation: Pick<CaseTrial, "history" | "ended" | "ends" | "stack"> & { exchanges: readonly AnnotatedExchange[] };
  /** The beginning of every id in it. */
  id: string;
}

/** A conversation as a person would want to read it: who said what, what was done, what changed. */
export function Conversation({ conversation: { history, exchanges, ended, ends, stack }, id }: ConversationProps) {
  return (
    <div className="conversation">
      {keyed(history, ({ role, text }) => (
        <Said who={`${role}, before`} kind="before">
          {text}
        </Said>
      ))}
      {exchanges.map((exchange) => (
        <Exchange exchange={exchange} id={id} key={exchange.number} />
      ))}
      {keyed(ends, (end) => (
        <p className="end">{end}</p>
      ))}
      {ended === undefined ? undefined : <p className="note">{ended}</p>}
      {stack === undefined ? undefined : <Folded title="where it was thrown" text={stack} />}
    </div>
  );
}

function Exchange({ exchange, id }: { exchange: AnnotatedExchange; id: string }) {
  const { number, facts, user, refuses, interrupts, items, quiet, notes, effects = [] } = exchange;
  const speaker = ["user", ...(refuses ? ["refusing"] : []), ...(interrupts ? ["interrupting"] : [])].join(", ");
  return (
    // Without a name of its own it is not a landmark: two conversations would have the same ones twice.
    <section className="exchange" id={`${id}-exchange-${number}`} tabIndex={-1}>
      <h4>
        {number === 0 ? "The agent opens" : `Exchange ${number}`} <span className="facts">{facts}</span>
      </h4>
      {user === undefined ? undefined : (
        <Said who={speaker} kind="user">
          <Words of={user} id={id} />
        </Said>
      )}
      {keyed(items, (item) => (
        <Item item={item} id={id} />
      ))}
      {quiet ? (
        <Said who="agent" kind="before">
          (stays quiet)
        </Said>
      ) : undefined}
      {keyed(notes, ({ name, value }) => (
        <Folded title={`note: ${name}`} text={value} />
      ))}
      {keyed(effects, (effect) => (
        <EffectDiff effect={effect} />
      ))}
      <Remarks exchange={number} />
    </section>
  );
}

function Item({ item, id }: { item: AnnotatedItem; id: string }) {
  if (item.type === "call") return <Call call={item} id={id} />;
  const { words, unheard, differs } = item;
  return (
    <>
      {plainText(words).trim() === "" ? undefined : (
        <Said who="agent" kind="agent" differs={differs}>
          <Words of={words} id={id} />
        </Said>
      )}
      {unheard === undefined ? undefined : (
        <Said who="agent, not heard" kind="before">
          {unheard}
        </Said>
      )}
    </>
  );
}

function Words({ of, id }: { of: readonly Rich[]; id: string }) {
  return <RichText of={of} note={(number) => <ToCheck number={number} id={id} />} />;
}

function Call({ call, id }: { call: AnnotatedCall; id: string }) {
  const { name, effect, given, approval, executed, result, error, fate, missed, quotes, differs } = call;
  return (
    <Said who="call" kind="call" differs={differs}>
      <p className="tool row">
        {quotes.length > 0 ? (
          <mark className="quote">
            <code>{name}</code>
          </mark>
        ) : (
          <code>{name}</code>
        )}
        {quotes.map((number) => (
          <ToCheck number={number} id={id} key={number} />
        ))}
        {effect === undefined ? undefined : <span className={`badge ${effect}`}>{effect}</span>}
        {approval ? <span className={`badge ${approval.decision}`}>{approval.decision}</span> : undefined}
        <span className={missed ? "badge rejected" : "badge"}>{fate}</span>
        {approval?.reason === undefined ? undefined : <span className="facts">{approval.reason}</span>}
      </p>
      {plainText(given) === "{}" ? undefined : <Block title="given" of={given} id={id} />}
      {executed === undefined ? undefined : <Block title="run with" of={[executed]} id={id} />}
      {error === undefined ? undefined : <p className="error">{error}</p>}
      {result === undefined || error !== undefined ? undefined : <Block title="result" of={result} id={id} />}
    </Said>
  );
}

const longBlock = 400;

/** Short values stand open, and those with a mark; other long ones open on demand. */
function Block({ title, of, id }: { title: string; of: readonly Rich[]; id: string }) {
  const text = plainText(of);
  const words = (
    <pre>
      <Words of={of} id={id} />
    </pre>
  );
  if (text.length <= longBlock)
    return (
      <div className="block" title={title}>
        {words}
      </div>
    );
  return (
    <details className="block" open={of.some((part) => typeof part !== "string")}>
      <summary>
        {title}, {text.length} characters
      </summary>
      {words}
    </details>
  );
}

export function Folded({ title, text }: { title: string; text: string }) {
  return (
    <details className="block">
      <summary>
        {title}, {text.length} characters
      </summary>
      <pre>{text}</pre>
    </details>
  );
}
