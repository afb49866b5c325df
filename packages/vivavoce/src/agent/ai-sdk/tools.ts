import { z } from "zod";
import { isJsonObject, type JsonSchema, sameJson, toJsonValue } from "../../base/index.ts";
import type { Model } from "../../model/index.ts";
import type { ToolEffect } from "../../shape/index.ts";
import type { AgentContext, ToolSpec } from "../types.ts";

/** A tool of the AI SDK, as far as Viva needs to know it. */
interface AiSdkTool {
  /** What the tool does, for the model. */
  description?: unknown;
  /** The schema of its arguments: of the SDK, of zod, or a JSON Schema. */
  inputSchema?: unknown;
  /** Runs it; left out for a tool that the application runs after the reply, or that only ends it. */
  // biome-ignore lint/suspicious/noExplicitAny: a tool takes whatever its schema says
  execute?: ((input: any, options: any) => unknown) | undefined;
}

/** Tools as the SDK has them, by name. */
export type AiSdkTools = Readonly<Record<string, AiSdkTool>>;

/** The tools as an agent lists them. A tool without a declared effect counts as one that writes. */
export function toolSpecs(tools: AiSdkTools, effects: Readonly<Record<string, ToolEffect>> = {}): ToolSpec[] {
  return Object.entries(tools).map(([name, { description, inputSchema }]) => ({
    name,
    ...(typeof description === "string" ? { description } : {}),
    parameters: jsonSchemaOf(inputSchema),
    effect: (Object.hasOwn(effects, name) ? effects[name] : undefined) ?? "write",
  }));
}

/** The JSON Schema of any schema that the SDK accepts: zod, another Standard Schema, `jsonSchema()`, or a function. */
function jsonSchemaOf(schema: unknown): JsonSchema {
  const found = typeof schema === "function" && !isStandard(schema) ? schema() : schema;
  if (isZod(found)) return z.toJSONSchema(found, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const json = isStandard(found)
    ? found["~standard"].jsonSchema?.input({ target: "draft-2020-12" })
    : (found as { jsonSchema?: unknown } | undefined)?.jsonSchema;
  // A schema that is made asynchronously cannot be awaited here, so its calls are not checked.
  return isJsonObject(json) && !("then" in json) ? (json as JsonSchema) : {};
}

function isZod(schema: unknown): schema is z.ZodType {
  return typeof schema === "object" && schema !== null && "_zod" in schema;
}

type Standard = { "~standard": { jsonSchema?: { input(options: object): unknown } } };

function isStandard(schema: unknown): schema is Standard {
  return (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
}

/** The tools of one conversation, run through Viva. */
export class ToolsUnderHand {
  readonly #context: AgentContext;
  /** Whether each tool has a function, and so records its own calls. */
  readonly #names = new Map<string, boolean>();
  readonly #ran = new Set<string>();
  readonly #proposed = new Map<string, unknown>();
  readonly #seen = new Map<string, PromiseWithResolvers<void>>();
  #isRead = false;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  /** The same tools, run by `context.tool()`: recorded, mocked, and with the case's faults. */
  wrap<T extends AiSdkTools>(tools: T): T {
    const wrapped = Object.entries(tools).map(([name, tool]) => {
      const { execute } = tool;
      this.#names.set(name, typeof execute === "function");
      if (typeof execute !== "function") return [name, tool];
      const run = (input: unknown, options: { toolCallId: string }) =>
        this.#run(name, input, options, (given) => execute.call(tool, given, options));
      return [name, { ...tool, execute: run }];
    });
    return Object.fromEntries(wrapped);
  }

  /** The same model. Its calls are kept as it wrote them, before a schema changes them. */
  watch(model: Model): Model {
    const call: Model["call"] = async (...asked) => {
      const answer = await model.call(...asked);
      for (const { id, arguments: given } of answer.toolCalls) this.#proposed.set(id, given);
      return answer;
    };
    return { ...model, call };
  }

  /** The arguments of a call as the model wrote them, if it is a model of Viva. */
  proposed(id: string, input: unknown): unknown {
    return this.#proposed.get(id) ?? input ?? {};
  }

  /** Whether the tool records its own calls; undefined for one that Viva was never given. */
  has(name: string): boolean | undefined {
    return this.#names.get(name);
  }

  hasRun(id: string): boolean {
    return this.#ran.has(id);
  }

  /** From here on the model's output is read, so a tool can wait for the text before its call. */
  reading(isRead: boolean): void {
    this.#isRead = isRead;
    if (!isRead) for (const { resolve } of this.#seen.values()) resolve();
  }

  /** The reader has come to this call. */
  see(id: string): void {
    this.#sight(id).resolve();
  }

  async #run(
    name: string,
    input: unknown,
    { toolCallId: id }: { toolCallId: string },
    execute: (given: unknown) => unknown,
  ): Promise<unknown> {
    // The SDK runs a tool before the text in front of its call is read; the transcript must keep the order.
    if (this.#isRead) await this.#sight(id).promise;
    this.#ran.add(id);
    const proposed = toJsonValue(this.proposed(id, input));
    return this.#context.tool({ id, name, arguments: proposed }, async (given) =>
      // A schema may have turned the input into something that JSON cannot hold, such as a date.
      lastOf(await execute(sameJson(given, proposed) ? input : given)),
    );
  }

  #sight(id: string): PromiseWithResolvers<void> {
    const known = this.#seen.get(id) ?? Promise.withResolvers<void>();
    this.#seen.set(id, known);
    return known;
  }
}

/** A tool may report its progress; the last report is its result. */
async function lastOf(result: unknown): Promise<unknown> {
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return result;
  let last: unknown;
  for await (const value of result as AsyncIterable<unknown>) last = value;
  return last;
}
