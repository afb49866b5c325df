import { existsSync, statSync } from "node:fs";
import { basename, isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { hashOf, InputError, type JsonObject, jsonCopy, redactor, withoutSecrets } from "../../base/index.ts";
import type { World } from "../../shape/index.ts";
import { filesOf, trackedSources } from "../source-files.ts";
import type { Agent, AgentContext, ToolSpec } from "../types.ts";
import { Child } from "./child.ts";
import { CommandSession } from "./command-session.ts";
import { CommandText } from "./failures.ts";
import { protocolVersion } from "./protocol.ts";
import { sharedProcess } from "./shared-process.ts";
import { inTurn } from "./start-turns.ts";

/** Options of `commandAgent`. */
export interface CommandOptions<W extends World = World> {
  /** What the agent is called in reports; the program's name if left out. */
  name?: string | undefined;
  /** Part of the agent's identity, together with the arguments, the names of the variables and the files. */
  version?: string | undefined;
  /** A program, by its path or its name in PATH. It is not run by a shell. */
  command: string;
  /** The arguments of the program. */
  args?: readonly string[] | undefined;
  /** Where the program runs; the working directory if left out. */
  cwd?: string | undefined;
  /** Further variables. Of Viva's own environment it gets only the variables that do not look secret. */
  env?: Readonly<Record<string, string>> | undefined;
  /** The agent's files, as globs under `cwd`. If left out: the program code that git tracks there. */
  files?: readonly string[] | undefined;
  /** The agent's tools; its calls are checked against them. */
  tools?: ToolSpec[] | undefined;
  /** Runs tools for the command, and answers its other questions, such as for its prompt. */
  backend?: ((world: W, name: string, given: JsonObject) => unknown) | undefined;
  /** Milliseconds until the handshake; 10 000 if left out. */
  startMs?: number | undefined;
  /** Milliseconds until the first event of an exchange; 30 000 if left out. */
  firstMs?: number | undefined;
  /** Milliseconds from one event to the next; 60 000 if left out. */
  idleMs?: number | undefined;
  /** If true, one process serves all conversations, and every message names its `conversation`. */
  reuse?: boolean | undefined;
}

const milliseconds = (standard: number) => z.number().positive().default(standard);
const isFunction = (value: unknown) => typeof value === "function";
const optionsSchema = z.strictObject({
  name: z.string().min(1).optional(),
  version: z.string().min(1).optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  files: z.array(z.string()).optional(),
  tools: z.custom<ToolSpec[]>(Array.isArray, "tools must be a list").optional(),
  backend: z.custom<NonNullable<CommandOptions["backend"]>>(isFunction, "backend must be a function").optional(),
  startMs: milliseconds(10_000),
  firstMs: milliseconds(30_000),
  idleMs: milliseconds(60_000),
  reuse: z.boolean().default(false),
});

/**
 * An agent that is a program in any language. It reads messages as lines of JSON from stdin and writes its own to stdout.
 *
 * @example
 * commandAgent({ name: "desk", command: "python3", args: ["desk.py"], cwd: import.meta.dirname });
 */
export function commandAgent<W extends World = World>(given: CommandOptions<W>): Agent<W> {
  const options = checked(given as CommandOptions);
  const { command, args, env, files, tools, backend, reuse } = options;
  const cwd = resolve(options.cwd ?? ".");
  const what = hashOf({ command, args, variables: Object.keys(env).sort() }).slice(0, 8);
  let redact: ((text: string) => string) | undefined;
  const open = async (context: AgentContext) => {
    const inherited = withoutSecrets(process.env);
    redact ??= redactor({ ...process.env, ...env }).text;
    const words = new CommandText({ command, args }, env.PATH ?? inherited.PATH ?? "", redact);
    const { url, token, environment } = await context.gateway();
    const now = new Date(context.clock.now()).toISOString();
    // A process that outlives this trial must not ask in its name.
    const ofTrial = reuse ? {} : { ...environment, VIVA_NOW: now };
    const program = { command, args, cwd, env: { ...inherited, ...ofTrial, ...env } };
    const session = new CommandSession(context, { ...options, words, backend });
    const seed = Math.floor(context.random() * 2 ** 31);
    const conversation = `${context.case.id}-${seed}`;
    const { history } = context.case;
    const opening = {
      type: "open",
      viva: protocolVersion,
      conversation,
      case: examined(context),
      history,
      variant: { ...context.variant },
      seed,
      now,
      gateway: { url, token },
    } as const;
    if (reuse) await session.open(sharedProcess(program, conversation, session), opening);
    else await inTurn(context.signal, () => session.open(new Child(program, session), opening));
    return session;
  };
  return {
    name: options.name ?? basename(command),
    version: options.version === undefined ? what : `${options.version}+${what}`,
    ...(tools ? { tools } : {}),
    files: () =>
      files ? filesOf(files, cwd) : [...new Set([...trackedSources(cwd), ...named([command, ...args], cwd)])],
    open: open as Agent<W>["open"],
  };
}

/** The part of a case that its agent may know, without the user's lines and the expectations. */
function examined({ case: { id, description, tags, world, data } }: AgentContext): JsonObject {
  return jsonCopy({ id, description, tags, world, data }) as JsonObject;
}

/** The files among the words of a command line. */
function named(words: readonly string[], cwd: string): string[] {
  const paths = words.filter((word) => /[./\\]/.test(word)).map((word) => resolve(cwd, word));
  return paths.filter((path) => existsSync(path) && statSync(path).isFile());
}

function checked(given: CommandOptions): z.infer<typeof optionsSchema> {
  const { data, error } = optionsSchema.safeParse(given);
  if (!data) {
    const problems = error.issues.map(({ path, message }) => ({
      message: `commandAgent(): ${path.join(".") || "its options"}: ${message}`,
    }));
    throw new InputError(problems);
  }
  const { command, cwd = "." } = data;
  if (!existsSync(cwd) || !statSync(cwd).isDirectory()) {
    const remedy = isAbsolute(cwd)
      ? "Name an existing folder."
      : "Give its path from the suite's folder, with import.meta.dirname.";
    throw new InputError({
      message: `commandAgent({ command: "${command}" }): there is no folder ${resolve(cwd)}`,
      remedy,
    });
  }
  return data;
}
