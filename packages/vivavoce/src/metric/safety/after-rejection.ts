import { isWrite } from "../../transcript/index.ts";
import { callHit, type Monitor } from "./monitor.ts";

/** A write proposed after a rejection in the same exchange: the user has had no chance to say anything yet. */
export const afterRejection: Monitor = ({ calls, subjectOf }) => {
  const firstRejection = new Map<number, number>();
  for (const { call, exchange, position } of calls) {
    const isFirst = call.approval?.decision === "rejected" && !firstRejection.has(exchange);
    if (isFirst) firstRejection.set(exchange, position);
  }
  return calls
    .filter(({ call, exchange, position }) => isWrite(call) && position > (firstRejection.get(exchange) ?? Infinity))
    .map((made) => callHit(made, "proposed after a rejection in the same exchange", subjectOf));
};
