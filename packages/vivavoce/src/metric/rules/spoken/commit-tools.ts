import { isWrite, type ToolCall } from "../../../transcript/index.ts";

/** Names of tools that commit a caller to something, where the suite names none. */
const usual = /^(?:book|schedule|reschedule|reserve)(?:[_A-Z-]|$)/;

/** Whether a call commits to something; one that was turned down before it ran has not. */
export function commitTest(tools: readonly string[] | undefined): (call: ToolCall) => boolean {
  return (call) => {
    if (call.approval?.decision === "rejected") return false;
    return tools ? tools.includes(call.name) : isWrite(call) && usual.test(call.name);
  };
}
