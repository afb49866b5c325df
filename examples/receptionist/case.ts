export { type CallData, callDataOf, type ReplyExpectation } from "./case/call-data.ts";
export { simulatedCall } from "./case/simulated-call.ts";
export { goldenSnippet } from "./case/snippet.ts";
export { wholeCall } from "./case/whole-call.ts";
