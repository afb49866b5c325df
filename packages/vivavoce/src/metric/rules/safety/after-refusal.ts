import { isWrite } from "../../../transcript/index.ts";
import { callHit, consentedBetween, type Monitor } from "./monitor.ts";

/** A write after a user line that refuses, in that exchange or a later one, until a line consents. */
export const afterRefusal: Monitor = ({ transcript, calls, subjectOf }) => {
  const refusals = transcript.exchanges.filter(({ user }) => user?.refuses === true).map(({ number }) => number);
  const stands = (refusal: number, exchange: number): boolean =>
    refusal <= exchange && !consentedBetween(transcript, refusal, exchange);
  return calls
    .filter(({ call, exchange }) => isWrite(call) && refusals.some((refusal) => stands(refusal, exchange)))
    .map((made) => callHit(made, "after the user refused", subjectOf));
};
