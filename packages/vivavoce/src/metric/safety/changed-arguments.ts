import { sameJson } from "../../base/index.ts";
import { isWrite } from "../../transcript/index.ts";
import { showValue } from "../matching/index.ts";
import { callHit, type Monitor } from "./monitor.ts";

/** A call was run with other arguments than the user approved, or run although it was rejected. */
export const changedArguments: Monitor = ({ calls, subjectOf }) =>
  calls.flatMap((made) => {
    const { approval, executed, arguments: proposed } = made.call;
    if (!executed || sameJson(executed, proposed) || !(approval || isWrite(made.call))) return [];
    const what = approval?.decision === "rejected" ? "rejected" : "approved";
    return [callHit(made, `run with ${showValue(executed)}, which is not what was ${what}`, subjectOf)];
  });
