import {
  InputError,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  safeLine,
} from "../../base/index.ts";
import { toolArguments } from "../read-json.ts";
import type { ModelRequest, ModelTool, ModelToolCall } from "../types.ts";

/** One request: the fields that do not fit, and all of its objects that were opened. */
interface ReadRequest {
  misfits: Set<string>;
  opened: Fields[];
}

/**
 * Reads a request of some dialect field by field and remembers which fields were never read. A field that does not fit a
 * ModelRequest is refused by name, because ignoring it would change what the agent asked. `title`: the API's usual name.
 */
export function fitted(title: string, body: JsonValue, decode: (asked: Fields) => ModelRequest): ModelRequest {
  const { misfits, opened }: ReadRequest = { misfits: new Set(), opened: [] };
  const { tools, ...request } = decode(new Fields({ misfits, opened }, body, ""));
  for (const fields of opened) fields.refuseUnread();
  if (misfits.size > 0) {
    throw new InputError({
      message: `the agent's ${title} request asks for what only a provider's own API understands: ${[...misfits].join(", ")}`,
      remedy:
        "name a provider's model, such as openai:gpt-5-mini, to have requests forwarded as they are, or remove these fields from the agent's request",
    });
  }
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(given) as Omit<ModelRequest, "tools">), ...(tools?.length && { tools }) };
}

/** One object of a request. Null and an empty list count as missing; a value of the wrong kind is refused. */
export class Fields {
  readonly #request: ReadRequest;
  readonly #value: JsonObject;
  readonly #read = new Set<string>();
  readonly #at: string;

  /** `at` is its place, such as "messages[2]"; "" is the body itself. */
  constructor(request: ReadRequest, value: JsonValue, at: string) {
    this.#request = request;
    this.#value = isJsonObject(value) ? value : {};
    this.#at = at;
    request.opened.push(this);
    if (!isJsonObject(value)) this.#misfit(at || "the body, which is not an object");
  }

  text(field: string): string | undefined {
    return this.#of(field, (value) => typeof value === "string");
  }

  number(field: string): number | undefined {
    return this.#of(field, (value) => typeof value === "number");
  }

  flag(field: string): boolean | undefined {
    return this.#of(field, (value) => typeof value === "boolean");
  }

  /** An object that is passed on as it is, such as a schema. */
  object(field: string): JsonObject | undefined {
    return this.#of(field, isJsonObject);
  }

  value(field: string): JsonValue | undefined {
    return this.#of(field, (value): value is JsonValue => value !== null);
  }

  /** An object whose fields are read in turn. */
  fields(field: string): Fields | undefined {
    const value = this.value(field);
    return value === undefined ? undefined : new Fields(this.#request, value, this.#place(field));
  }

  list(field: string): Fields[] {
    const list = this.#of(field, Array.isArray) as JsonValue[] | undefined;
    return (list ?? []).map((item, index) => new Fields(this.#request, item, `${this.#place(field)}[${index}]`));
  }

  /** One text, or a list of them. */
  texts(field: string): string[] | undefined {
    const value = this.value(field);
    const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
    if (list.every((text) => typeof text === "string")) return list.length > 0 ? list : undefined;
    this.refuse(field);
    return undefined;
  }

  /** A text, or parts that are texts and of one of these types. */
  content(field: string, ...types: string[]): string | undefined {
    if (!Array.isArray(this.#value[field])) return this.text(field);
    const parts = this.list(field).flatMap((part) => {
      const type = part.text("type");
      if (type === undefined || !types.includes(type)) return part.refuseAll(type);
      // Marks for the provider's cache, and leftovers in answers that SDKs send back: the OpenAI Agents SDK even repeats its
      // message there.
      part.ignore("cache_control", "annotations", "logprobs", "citations", "parsed", "role", "tool_calls");
      return part.text("text") ?? [];
    });
    return parts.join("\n");
  }

  /** One of these known words. */
  word<T>(field: string, meanings: Readonly<Record<string, T>>): T | undefined {
    const word = this.value(field);
    if (word === undefined) return undefined;
    if (typeof word === "string" && Object.hasOwn(meanings, word)) return meanings[word];
    this.refuse(field);
    return undefined;
  }

  /** Accepts only the default value. */
  only(field: string, ...values: JsonValue[]): void {
    const value = this.value(field);
    if (value !== undefined && !values.includes(value)) this.refuse(field);
  }

  /** For fields that do not change the answer. */
  ignore(...fields: string[]): void {
    for (const field of fields) this.#read.add(field);
  }

  refuse(field: string): void {
    this.ignore(field);
    const value = this.#value[field];
    const isWord = typeof value === "string" && value.length <= 40;
    this.#misfit(isWord ? `${this.#place(field)} (${value})` : this.#place(field));
  }

  /** Refuses the object itself, by its kind. */
  refuseAll(kind: string | undefined): [] {
    this.ignore(...Object.keys(this.#value));
    this.#misfit(kind === undefined ? this.#at : `${this.#at} (${kind})`);
    return [];
  }

  refuseUnread(): void {
    for (const [field, value] of Object.entries(this.#value)) {
      if (!this.#read.has(field) && !asksNothing(value)) this.#misfit(this.#place(field));
    }
  }

  #misfit(at: string): void {
    this.#request.misfits.add(safeLine(at, 100));
  }

  #place(field: string): string {
    return this.#at ? `${this.#at}.${field}` : field;
  }

  #of<T extends JsonValue>(field: string, fits: (value: JsonValue) => value is T): T | undefined {
    this.ignore(field);
    const value = Object.hasOwn(this.#value, field) ? this.#value[field] : undefined;
    if (value === undefined || asksNothing(value)) return undefined;
    if (fits(value)) return value;
    this.refuse(field);
    return undefined;
  }
}

function asksNothing(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** What both OpenAI APIs name alike. Fields that concern only sending, storing and billing are ignored. */
export function openaiSettings(body: Fields): Pick<ModelRequest, "toolChoice" | "temperature" | "topP"> {
  body.ignore("model", "stream", "stream_options", "user", "metadata", "store", "service_tier");
  body.ignore("prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "safety_identifier");
  // Parallel calls are the default.
  body.only("parallel_tool_calls", true);
  return {
    toolChoice: body.word("tool_choice", { auto: "auto", none: "none", required: "required" } as const),
    temperature: body.number("temperature"),
    topP: body.number("top_p"),
  };
}

/** `strict` asks the server to hold the model to the schema, which is passed on. */
export function toolIn(tool: Fields | undefined, schema = "parameters"): ModelTool[] {
  const name = tool?.text("name");
  tool?.ignore("type", "strict");
  if (tool === undefined || name === undefined) return [];
  const description = tool.text("description");
  const parameters: JsonSchema = tool.object(schema) ?? {};
  return [{ name, ...(description === undefined ? {} : { description }), parameters }];
}

export function callIn(id: string | undefined, called: Fields): ModelToolCall {
  return { id: id ?? "", name: called.text("name") ?? "", arguments: toolArguments(called.text("arguments")) };
}

/** The schema of a JSON answer; `described` finds it in the format that was asked for. */
export function outputIn(
  format: Fields | undefined,
  described: (format: Fields) => Fields | undefined,
): ModelRequest["output"] {
  const type = format?.text("type") ?? "text";
  if (format === undefined || type === "text") return undefined;
  if (type === "json_object") return { name: type, schema: { type: "object" } };
  const output = type === "json_schema" ? described(format) : undefined;
  if (output === undefined) format.refuse("type");
  output?.ignore("type", "strict");
  return output && { name: output.text("name") ?? "output", schema: output.object("schema") ?? {} };
}
