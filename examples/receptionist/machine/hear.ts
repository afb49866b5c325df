import type { OfficeView } from "../backend/index.ts";
import { missingFields, type Session } from "../session.ts";
import { isAction, isEnd, type State } from "../states.ts";
import { type Asked, type Reading, understand } from "../understand/index.ts";
import { absorb } from "./absorb.ts";
import { leaveDiscovery } from "./discovery.ts";
import { countExchange, overLimit } from "./limits.ts";
import { onward } from "./onward.ts";
import { leavePreConfirm } from "./pre-confirm.ts";
import { requestOf } from "./requests.ts";
import { leaveSafety } from "./safety.ts";
import type { Move, Position, Turn } from "./turn.ts";
import { leaveWelcome } from "./welcome.ts";

interface Heard {
  line: string;
  reading: Reading;
  view: OfficeView;
}

/**
 * What a caller's line leads to: the next state, what is known now, and the tool to call, if any. Pure: the same line in
 * the same place leads to the same turn. Hazards come before anything else, in every state.
 *
 * @example hear({ state: "safety", session: sessionOf() }, "I smell gas", view).state; // "safety_exit"
 */
export function hear({ state, session }: Position, line: string, view: OfficeView): Turn {
  const reading = understand(line, askedIn(state, session));
  const heard: Heard = { line, reading, view };
  const counted = countExchange(session);
  if (isDanger(state, reading)) return follow(state, { to: "safety_exit", session: counted }, heard);
  if (isEnd(state)) return { state, session: counted, path: [state] };
  const known = absorb(counted, reading);
  const turn = follow(state, leave(state, known, reading) ?? { to: state, session: known }, heard);
  const ended = overLimit(turn);
  return ended ? follow(state, ended, heard) : turn;
}

/** Not being sure of a smell is a hazard, save where it was just asked for: there it is asked about once more. */
function isDanger(state: State, { hazard }: Reading): boolean {
  return hazard.kind === "present" || (hazard.kind === "unsure" && state !== "safety");
}

/** What the state's own rules say; undefined where they leave things as they are. */
function leave(state: State, session: Session, reading: Reading): Move | undefined {
  switch (state) {
    case "welcome":
      return leaveWelcome(session, reading);
    case "safety":
      return leaveSafety(session, reading);
    case "discovery":
      return leaveDiscovery(session, reading);
    case "pre_confirm":
      return leavePreConfirm(session, reading);
    default:
      return undefined;
  }
}

/** Goes on from state to state until the caller has to be asked, a tool has to be called, or the call ends. */
function follow(from: State, first: Move, heard: Heard): Turn {
  const path: State[] = [from];
  let move: Move | undefined = first;
  let here: Position = { state: from, session: first.session };
  while (move) {
    if (move.to !== here.state) path.push(move.to);
    here = { state: move.to, session: move.session };
    move = onward(here.state, here.session, heard.view);
  }
  const call = isAction(here.state) ? requestOf(here.state, here.session, heard) : undefined;
  return {
    ...here,
    session: path.length > 1 ? restarted(here.session) : here.session,
    path,
    ...(call ? { call } : {}),
  };
}

/** A new state has had no exchanges yet. */
function restarted(session: Session): Session {
  return { ...session, turns: { ...session.turns, in_state: 0 } };
}

/** What the caller was asked for last. */
function askedIn(state: State, session: Session): Asked | undefined {
  switch (state) {
    case "service_area":
      return "zip_code";
    case "discovery":
      return missingFields(session)[0];
    case "urgency":
    case "pre_confirm":
    case "manage_booking":
      return "preferred_time";
    default:
      return undefined;
  }
}
