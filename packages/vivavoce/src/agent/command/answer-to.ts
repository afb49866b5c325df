import { z } from "zod";
import { sentencesOf, toJsonValue } from "../../base/index.ts";
import type { ModelRequest } from "../../model/index.ts";
import { type AgentContext, AgentFailure, type ToolSpec } from "../types.ts";
import type { CommandQuestion, ToCommand } from "./protocol.ts";

const schema = z.record(z.string(), z.unknown());
const toolCall = z.strictObject({ id: z.string(), name: z.string(), arguments: z.union([z.string(), z.json()]) });

/** A request in Viva's own form. Unknown fields are refused by name, never dropped. */
const requestSchema = z.strictObject({
  messages: z
    .array(
      z.discriminatedUnion("role", [
        z.strictObject({ role: z.literal("system"), content: z.string() }),
        z.strictObject({ role: z.literal("user"), content: z.string() }),
        z.strictObject({
          role: z.literal("assistant"),
          content: z.string(),
          toolCalls: z.array(toolCall).optional(),
        }),
        z.strictObject({ role: z.literal("tool"), toolCallId: z.string(), content: z.string() }),
      ]),
    )
    .min(1),
  tools: z
    .array(z.strictObject({ name: z.string(), description: z.string().optional(), parameters: schema }))
    .optional(),
  toolChoice: z.enum(["auto", "none", "required"]).optional(),
  output: z.strictObject({ name: z.string(), schema }).optional(),
  temperature: z.number().optional(),
  maxTokens: z.int().optional(),
  seed: z.int().optional(),
  topP: z.number().optional(),
  stop: z.array(z.string()).optional(),
  topLogprobs: z.int().optional(),
});

function modelRequestOf(value: unknown): ModelRequest {
  const parsed = requestSchema.safeParse(value);
  if (parsed.success) return parsed.data as ModelRequest;
  const [issue] = parsed.error.issues;
  throw new AgentFailure(
    `the request to a model cannot be sent: ${issue?.path.join(".") || "request"}: ${issue?.message}`,
  );
}

export interface AnswerSettings {
  tools?: readonly Pick<ToolSpec, "name">[] | undefined;
  /** The suite's backend; only the suite knows the type of its world. */
  backend?: ((world: never, name: string, given: never) => unknown) | undefined;
}

/** Viva's answers to a command that asks for something. */
export function commandAnswers(context: AgentContext, { backend, tools }: AnswerSettings) {
  let underWay = 0;
  const find = async (question: CommandQuestion): Promise<unknown> => {
    const { approve, tool, model, ids, world } = context;
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
  };
  return {
    isBusy: () => underWay > 0,
    async to(question: CommandQuestion): Promise<ToCommand> {
      const { id: re } = question;
      underWay += 1;
      try {
        return { type: "answer", re, value: toJsonValue(await find(question)) };
      } catch (error) {
        return { type: "answer", re, error: sentencesOf(error) };
      } finally {
        underWay -= 1;
      }
    },
  };
}
