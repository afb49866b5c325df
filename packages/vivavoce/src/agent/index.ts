export { Child, type ChildEnd } from "./command/child.ts";
export { CommandText } from "./command/failures.ts";
export { startWaitMs } from "./command/start-turns.ts";
export { StderrTail } from "./command/stderr-tail.ts";
export { asAgent } from "./function-agent.ts";
export { endServers } from "./http/server-for.ts";
export * from "./public.ts";
export { randomAgent } from "./stand-ins.ts";
export { callProblem, toolSchemaFaults } from "./tool-schemas.ts";
