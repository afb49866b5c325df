import { isWrite, type ToolCall } from "../../../transcript/index.ts";

/** Names of tools that commit a caller to something, if the suite names none. */
const usual = /^(?:book|schedule|reschedule|reserve)(?:[_A-Z-]|$)/;

/** Whether a call commits to something; a call that was rejected before it ran does not. */
export function commitTest(tools: readonly string[] | undefined): (call: ToolCall) => boolean {
  return (call) => {
    if (call.approval?.decision === "rejected") return false;
    return tools ? tools.includes(call.name) : isWrite(call) && usual.test(call.name);
  };
}
