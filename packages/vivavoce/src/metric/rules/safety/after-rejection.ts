import { isWrite } from "../../../transcript/index.ts";
import type { MadeCall } from "../../evidence.ts";
import { callHit, type Monitor } from "./monitor.ts";

/**
 * A write proposed after a rejection in the same exchange: the user has had no chance to say anything yet. Calls that
 * one model answer proposed together do not answer each other's rejection.
 */
export const afterRejection: Monitor = ({ calls, subjectOf }) => {
  const rejections = calls.filter(({ call }) => call.approval?.decision === "rejected");
  return calls
    .filter((made) => isWrite(made.call) && rejections.some((rejection) => isLater(made, rejection)))
    .map((made) => callHit(made, "proposed after a rejection in the same exchange", subjectOf));
};

function isLater(made: MadeCall, rejection: MadeCall): boolean {
  if (made.exchange !== rejection.exchange || made.position <= rejection.position) return false;
  const { modelCall } = rejection.call;
  return modelCall === undefined || made.call.modelCall !== modelCall;
}
