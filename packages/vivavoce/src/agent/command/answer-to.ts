import type { AgentContext, ToolSpec } from "../types.ts";
import { modelRequestOf } from "./model-request.ts";
import type { CommandQuestion } from "./protocol.ts";

export interface AnswerSettings {
  tools?: readonly Pick<ToolSpec, "name">[] | undefined;
  /** The suite's backend; only the suite knows the type of its world. */
  backend?: ((world: never, name: string, given: never) => unknown) | undefined;
}

/** Viva's answer to a command that asks for something. */
export async function answerTo(
  question: CommandQuestion,
  { approve, tool, model, ids, world }: AgentContext,
  { backend, tools }: AnswerSettings,
): Promise<unknown> {
  if (question.type === "approve") return approve({ ...question.call, id: question.call.id ?? ids.next("call") });
  if (question.type === "model") return model(question.name).call(modelRequestOf(question.request));
  const { name, arguments: given } = question;
  const run = backend && ((checked: unknown) => backend(world as never, name, checked as never));
  if (question.type === "tool") return tool({ name, agent: question.agent, arguments: given }, run);
  if (tools?.some((known) => known.name === name)) {
    throw new Error(`${name} is a tool of the agent: send a "tool" message for it, so that the call is recorded`);
  }
  if (!run) throw new Error("no answer: commandAgent() has no backend in this suite");
  return run(given);
}
