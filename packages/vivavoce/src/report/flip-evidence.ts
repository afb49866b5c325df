import { sameJson } from "../base/index.ts";
import { replyOf, type Transcript, type Variant } from "../shape/index.ts";
import type { Store, StoredTrial } from "../store/index.ts";
import { failureLines, showQuote } from "./failure-lines.ts";

/** Where the conversations of one side are. */
export interface TranscriptPlace {
  run: string;
  /** Position of the suite within the run. */
  suite: number;
  variant: Variant;
}

/** A line of each conversation of a flipped case: why it failed, or what was said where the two begin to differ. */
export interface FlipEvidence {
  before: string | undefined;
  after: string | undefined;
  /** The trials of each side by their position, the one that says most first. */
  trials: { before: number[]; after: number[] };
}

/** Reads the evidence for a flipped case. A side whose conversations are not in the store has none. */
export async function flipEvidence(
  store: Store,
  caseId: string,
  { before, after }: { before: TranscriptPlace | undefined; after: TranscriptPlace | undefined },
): Promise<FlipEvidence> {
  const [was, is] = [await trialsOf(store, caseId, before), await trialsOf(store, caseId, after)];
  const [[a], [b]] = [was, is];
  const positions = (trials: readonly StoredTrial[]) => trials.map(({ position }) => position);
  return {
    before: a && lineOf(a, b),
    after: b && lineOf(b, a),
    trials: { before: positions(was), after: positions(is) },
  };
}

/** The trials of a case, one that failed first: it says more. */
async function trialsOf(store: Store, caseId: string, place: TranscriptPlace | undefined): Promise<StoredTrial[]> {
  const trials: StoredTrial[] = [];
  if (!place) return trials;
  for await (const trial of store.trials.read(place.run, place.suite, { caseId })) {
    if (sameJson(trial.variant, place.variant)) trials.push(trial);
  }
  const telling = trials.find(({ status }) => status === "failed");
  return telling ? [telling, ...trials.filter((trial) => trial !== telling)] : trials;
}

function lineOf(trial: StoredTrial, other: StoredTrial | undefined): string | undefined {
  if (trial.status !== "passed") {
    const [reason] = failureLines(trial);
    if (reason) return `${reason.source}: ${reason.text}`;
  }
  return partingReply(trial.transcript, other?.transcript);
}

/** The reply in the first exchange that differs, or in the first exchange if none does. */
function partingReply({ exchanges }: Transcript, other: Transcript | undefined): string | undefined {
  const differs = exchanges.find((exchange, index) => {
    const counterpart = other?.exchanges[index];
    return counterpart === undefined || replyOf(counterpart) !== replyOf(exchange);
  });
  const exchange = differs ?? exchanges[0];
  if (!exchange) return undefined;
  const text = replyOf(exchange);
  return text === ""
    ? `(no text) (exchange ${exchange.number})`
    : showQuote({ text, exchange: exchange.number, source: "reply" });
}
