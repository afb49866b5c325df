import { z } from "zod";
import { type JsonValue, jsonIn } from "../../base/index.ts";

/** The version of the protocol that `open` and `opened` name. */
export const protocolVersion = 1;

/** What Viva sends. A message that needs an answer has an `id`; an answer has `re`. */
export type ToCommand = { conversation?: string } & (
  | {
      type: "open";
      id: number;
      viva: typeof protocolVersion;
      case: JsonValue;
      history: JsonValue;
      variant: JsonValue;
      seed: number;
      /** The trial's time, in ISO 8601. */
      now: string;
      gateway: { url: string; token: string };
    }
  | ({ id: number } & Asking)
  | { type: "answer"; re: string | number; value: unknown }
  | { type: "answer"; re: string | number; error: string }
  | { type: "close"; id: number; reason: "finished" | "stopped" }
);

export type Asking = { type: "say"; text: string; bargeIn?: true; heard?: string } | { type: "silence"; ms: number };

const id = z.union([z.string().min(1), z.number()]);
const loose = z.unknown().optional();
const call = {
  name: z.string().min(1),
  agent: z.string().optional(),
  arguments: loose,
  input: loose,
  parameters: loose,
};

function message<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), conversation: z.string().optional(), ...shape });
}

/** What a command may send. Other fields are dropped. */
const fromCommandSchema = z.discriminatedUnion("type", [
  message("opened", {
    viva: z.literal(protocolVersion),
    name: z.string(),
    version: z.string(),
    tools: z.array(z.json()).optional(),
    greeting: z.string().optional(),
  }),
  message("text", { text: z.string() }),
  message("call", { id: z.string().optional(), elsewhere: z.boolean().optional(), ...call }),
  message("result", { id: z.string(), result: z.json(), arguments: z.json().optional() }),
  message("error", {
    id: z.string(),
    error: z.union([z.string(), z.object({ message: z.string(), code: z.string().optional() })]),
  }),
  message("note", { name: z.string(), value: z.json() }),
  message("quiet", {}),
  message("hangup", { reason: z.string().optional() }),
  message("world", { snapshot: z.json() }),
  message("done", { re: id }),
  message("approve", { id, call: z.object({ id: z.string().optional(), ...call }) }),
  message("tool", { id, name: z.string().min(1), agent: z.string().optional(), arguments: loose }),
  message("ask", { id, name: z.string().min(1), arguments: z.record(z.string(), z.json()).default({}) }),
  message("model", { id, name: z.string().optional(), request: z.json() }),
]);
export type FromCommand = z.infer<typeof fromCommandSchema>;
export type CommandQuestion = Extract<FromCommand, { type: "approve" | "tool" | "ask" | "model" }>;

const types = fromCommandSchema.options.map(({ shape }) => shape.type.value);

/** A line as a message, or what is wrong with it, as the end of a sentence: "the command sent …". */
export function readMessage(line: string): FromCommand | { fault: string } {
  const value = jsonIn(line);
  if (value === undefined) return { fault: "a line that is not JSON" };
  const parsed = attempt(value);
  if (!parsed) return { fault: "a message that is nested too deeply to be read" };
  if (parsed.success) return parsed.data;
  const { type } = (value ?? {}) as { type?: unknown };
  if (typeof type !== "string") return { fault: 'a line that is not a message: it has no "type"' };
  if (!(types as string[]).includes(type)) {
    return { fault: `a message of an unknown type; it may send ${types.join(", ")}` };
  }
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `, in its field "${issue.path.join(".")}"` : "";
  return { fault: `a message of type ${type} that cannot be read${where}: ${issue?.message}` };
}

/** Undefined if the value is nested too deeply for the stack. */
function attempt(value: unknown) {
  try {
    return fromCommandSchema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
