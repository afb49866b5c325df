import { isDeepStrictEqual } from "node:util";
import { type Case, callsOf, type Exchange, type Transcript } from "vivavoce";
import type { Mode } from "./agent.ts";
import { type OfficeView, officeSchema, viewOf } from "./backend/index.ts";
import { callDataOf } from "./case.ts";
import { hear, type Position, refusalOf, settle, type Turn } from "./machine/index.ts";
import type { Session } from "./session.ts";
import type { State } from "./states.ts";

/** Where the machine stood when one exchange was answered. */
export interface Stage {
  exchange: number;
  path: State[];
  state: State;
  session: Session;
}

/** How a call went, state by state; `departure`: from there on the agent did not do what the machine wanted. */
export interface Course {
  stages: Stage[];
  departure?: { exchange: number; reason: string };
}

/** The mode that a transcript was played in; whole calls are production-turn. */
export function modeOf({ variant }: Pick<Transcript, "variant">, testCase: Pick<Case, "data">): Mode {
  if (variant.mode === "prompt-only" || variant.mode === "production-turn") return variant.mode;
  return callDataOf(testCase).kind === "snippet" ? "prompt-only" : "production-turn";
}

/**
 * The states that a call went through. The machine is pure, so they need not be recorded: it hears the caller's lines
 * again and is given the results that the transcript holds.
 */
export function courseOf(transcript: Transcript, testCase: Case): Course {
  const { state, session } = callDataOf(testCase);
  const production = modeOf(transcript, testCase) === "production-turn";
  const view = viewOf(officeSchema.parse(testCase.world ?? {}));
  const stages: Stage[] = [];
  let position: Position = { state, session };
  for (const exchange of transcript.exchanges) {
    const turn = production ? turnOf(exchange, position, view) : { ...position, path: [state] };
    if (typeof turn === "string") return { stages, departure: { exchange: exchange.number, reason: turn } };
    stages.push({ exchange: exchange.number, path: turn.path, state: turn.state, session: turn.session });
    position = turn;
  }
  return { stages };
}

/** The turn that an exchange took, or why it is not the machine's. */
function turnOf(exchange: Exchange, position: Position, view: OfficeView): Turn | string {
  const turn = hear(position, exchange.user?.content ?? "", view);
  const calls = callsOf(exchange);
  const [made] = calls;
  const wanted = turn.call;
  if (!wanted) return made ? `${made.name} was called, and the machine wanted no tool in ${turn.state}` : turn;
  if (!made) return `${wanted.name} was not called, though the machine had come to ${turn.state}`;
  if (calls.length > 1) return `${calls.length} tools were called, and the machine wanted one`;
  if (made.name !== wanted.name || !isDeepStrictEqual(made.arguments, wanted.arguments)) {
    return `${made.name} was called, and the machine wanted ${wanted.name}(${JSON.stringify(wanted.arguments)})`;
  }
  const result = made.result ?? (made.error && refusalOf(made, made.error.message));
  return result === undefined ? `${made.name} gave no result` : settle(turn, result);
}
