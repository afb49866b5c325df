import { sentencesOf } from "../base/index.ts";
import { type Exchange, lineInWords, type Outcome } from "../shape/index.ts";
import type { ModelError } from "./model-error.ts";
import type { Tape } from "./tape.ts";
import { isSameLine, otherLine } from "./tape-miss.ts";

type Ended = NonNullable<Tape["ended"]>;

/** The progress of a replay. */
interface ReplayState {
  tape: Tape;
  file: string | undefined;
  /** How many exchanges and lines of the user are over, in all conversations of the trial. */
  exchanges: number;
  said: number;
  /** The number of the last exchange that was played. */
  last?: number | undefined;
  /** The first call of agent or user that the tape did not match, caught or not. */
  miss: ModelError | undefined;
}

/**
 * The outcome of a replay after an exchange or, without one, at the end of the conversation. A tape that does not match is
 * never a result. What a replay cannot reproduce, such as a time limit, is taken from the tape.
 */
export function replayEnding(
  outcome: Outcome,
  { tape, file, exchanges, said, last, miss }: ReplayState,
  exchange: Pick<Exchange, "number" | "user"> | undefined,
): Outcome {
  const { ended, exchanges: recorded = [] } = tape;
  const number = exchange?.number ?? last;
  const fault = (message: string): Outcome => ({
    kind: "infrastructure",
    message,
    ...(number === undefined ? {} : { exchange: number }),
  });
  const unlessTold = (message: string) => (outcome.kind === "infrastructure" ? outcome : fault(message));
  if (miss?.failure === "tape-differs") return unlessTold(sentencesOf(miss));
  const line = wrongLine(outcome, { tape, file, said }, exchange);
  if (line) return fault(sentencesOf(line));
  const isReached = exchange ? exchanges === recorded.length - 1 : exchanges >= recorded.length;
  if (isBeyondReplay(ended) && isReached) return outcomeOf(ended);
  if (miss) return unlessTold(sentencesOf(miss));
  if (!isBeyondReplay(ended) || exchange) return outcome;
  const where = ended.exchange === undefined ? "" : ` in exchange ${ended.exchange}`;
  return unlessTold(
    `the conversation recorded in ${file ?? "the tape"} ended${where} (${ended.message}), but the replay did not get that far. Record the case again with --record.`,
  );
}

/** If the tape says which lines it answers: the line of this exchange or, at the end, a line that was never said. */
function wrongLine(
  { kind }: Outcome,
  { tape: { lines }, file, said }: Pick<ReplayState, "tape" | "file" | "said">,
  exchange: Pick<Exchange, "number" | "user"> | undefined,
): ModelError | undefined {
  if (lines === undefined || (exchange ? !exchange.user : kind !== "completed")) return undefined;
  const [written, spoken] = [lines[said], exchange?.user && lineInWords(exchange.user)];
  if (isSameLine(written, spoken)) return undefined;
  return otherLine("the tape", { written, said: spoken, file });
}

/** Endings that the agent's code and the tape's answers reproduce; all others are known only from the tape. */
const repeatable: readonly string[] = ["threw", "call-limit", "empty-reply", "protocol"];

function isBeyondReplay(ended: Ended | undefined): ended is Ended {
  return ended !== undefined && !(ended.kind === "agent-failed" && repeatable.includes(ended.reason));
}

function outcomeOf({ items: _items, ...outcome }: Ended): Outcome {
  return outcome;
}
