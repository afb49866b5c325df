import { sameJson } from "../base/index.ts";
import { type Case, replyOf, type Transcript, type Variant } from "../shape/index.ts";
import type { Store, StoredTrial } from "../store/index.ts";
import { failureLines, showQuote } from "./failure-lines.ts";

/** Where the conversations of one side are. */
interface TranscriptPlace {
  run: string;
  /** Position of the suite within the run. */
  suite: number;
  variant: Variant;
}

/** The same of both sides; undefined if the conversations are in no store. */
type Places = Readonly<Record<"before" | "after", TranscriptPlace | undefined>>;

export type FlipEvidence = Awaited<ReturnType<typeof flipEvidence>>;

/** A line of each conversation of a flipped case: why it failed, or what was said where the two begin to differ. */
export async function flipEvidence(store: Store, caseId: string, { before, after }: Places) {
  const [was, is] = [await trialsOf(store, caseId, before), await trialsOf(store, caseId, after)];
  const [[a], [b]] = [was, is];
  const positions = (trials: readonly StoredTrial[]) => trials.map(({ position }) => position);
  return {
    before: a && lineOf(a, b),
    after: b && lineOf(b, a),
    /** The trials of each side by their position, the one that says most first. */
    trials: { before: positions(was), after: positions(is) },
  };
}

/** The trials of a case, one that failed first: it says more. */
async function trialsOf(store: Store, caseId: string, place: TranscriptPlace | undefined): Promise<StoredTrial[]> {
  if (!place) return [];
  const all = await Array.fromAsync(store.trials.read(place.run, place.suite, { caseId }));
  const trials = all.filter(({ variant }) => sameJson(variant, place.variant));
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

/** More rewritten cases than this nobody looks at. */
const mostRewritten = 20;

/** Which parts differ in the cases that were rewritten between two runs: "expect.tools", "script". */
export async function changedCases(store: Store, { before, after }: Places, ids: readonly string[]) {
  const changed: { caseId: string; parts: string[] | undefined }[] = [];
  for (const caseId of ids.slice(0, mostRewritten)) {
    const [was, is] = [await playedIn(store, before, caseId), await playedIn(store, after, caseId)];
    // Unknown if the store does not hold the case as both runs played it.
    changed.push({ caseId, parts: was && is && differing(was, is) });
  }
  return changed;
}

async function playedIn(store: Store, place: TranscriptPlace | undefined, caseId: string): Promise<Case | undefined> {
  if (!place) return undefined;
  const { run, suite } = place;
  for await (const trial of store.trials.read(run, suite, { caseId }))
    return store.trials.playedCase(run, suite, trial);
  return undefined;
}

/** Expectations one by one, the rest as a whole. */
function differing({ expect: was, ...before }: Case, { expect: is, ...after }: Case): string[] {
  const names = (a: object, b: object) => {
    const [x, y] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
    return [...new Set([...x.keys(), ...y.keys()])].filter(
      (name) => !sameJson(x.get(name) ?? null, y.get(name) ?? null),
    );
  };
  return [...names(was, is).map((name) => `expect.${name}`), ...names(before, after)];
}
