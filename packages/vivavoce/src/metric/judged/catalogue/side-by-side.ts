import { type Fact, worldFacts } from "../../../judge/index.ts";
import type { Exchange, Transcript } from "../../../shape/index.ts";

/** Two conversations in one record: the exchanges of the second are numbered on from those of the first. */
interface PairedTranscript {
  transcript: Transcript;
  /** How many exchanges each has. */
  counts: readonly [first: number, second: number];
  /** The world as both found it, and how each changed it. */
  facts: Fact[];
}

/** Nothing in it shows which agent had which conversation. */
export function sideBySide(first: Transcript, second: Transcript): PairedTranscript {
  const { case: caseId, repeat, history } = first;
  const exchanges = [...numberedFrom(1, first), ...numberedFrom(first.exchanges.length + 1, second)];
  return {
    transcript: {
      version: 2,
      case: caseId,
      variant: {},
      repeat,
      agent: { name: "two agents", version: "1" },
      history,
      exchanges,
      outcome: { kind: "completed" },
    },
    counts: [first.exchanges.length, second.exchanges.length],
    facts: [...worldFacts(first, "before"), ...outcomeFacts("first", first), ...outcomeFacts("second", second)],
  };
}

function numberedFrom(start: number, { exchanges }: Transcript): Exchange[] {
  return exchanges.map((exchange, index) => ({ ...exchange, number: start + index }));
}

function outcomeFacts(which: "first" | "second", transcript: Transcript): Fact[] {
  return worldFacts(transcript, "before-and-after")
    .filter(({ id }) => id !== "world-before")
    .map(({ id, title, text }) => ({ id: `${which}-${id}`, title: `${title} (the ${which} one)`, text }));
}
