// What a misbehaving agent is, and short ways to write one.
import type { AgentContext, Session } from "vivavoce";

/** The world of every case, which an agent can spoil. */
export interface OddWorld {
  value: Record<string, unknown>;
}

/**
 * What has to become of it when all trials share one process. `failed` and `passed`: that is its status, and the eight
 * neighbours passed. `ended`: it takes the process with it. `unsure`: it changes what all trials share, so nobody can be
 * certain of the neighbours either. Whatever happens, the exit code has to fit what is stored, and is never a pass that
 * is none.
 */
export type Expected = "failed" | "passed" | "ended" | "unsure";

type Open = (context: AgentContext & { world: OddWorld }, answer: () => void) => Session | Promise<Session>;

export interface Misbehaviour {
  name: string;
  expected: Expected;
  /** `answer` says what the case asks for. */
  open: Open;
  /** How long the last neighbour takes, where something comes late. */
  lingerMs?: number;
  /** The heap of the process, in MB. */
  heap?: number;
  /** Takes half a minute, or a gigabyte. */
  costly?: boolean;
}

export type Does = (...given: Parameters<Open>) => unknown;
type Extra = Pick<Misbehaviour, "lingerMs" | "heap" | "costly">;

/** Does this in place of a reply. */
export function kind(name: string, expected: Expected, does: Does, extra: Extra = {}): Misbehaviour {
  const open: Open = (...given) => ({ reply: async () => void (await does(...given)) });
  return { name, expected, open, ...extra };
}

/** Does this and then answers as it should. */
export function answering(name: string, expected: Expected, does: Does, extra?: Extra): Misbehaviour {
  return kind(
    name,
    expected,
    async (context, answer) => {
      await does(context, answer);
      answer();
    },
    extra,
  );
}

/** Answers as it should and does this soon after. */
export function later(name: string, expected: Expected, does: () => unknown): Misbehaviour {
  return kind(
    name,
    expected,
    (_context, answer) => {
      setTimeout(does, 100);
      answer();
    },
    { lingerMs: 700 },
  );
}

export function throwing(what: unknown): () => never {
  return () => {
    throw what;
  };
}

export function hostileProxy(): object {
  const refuse = throwing(new Error("hostile"));
  return new Proxy(
    {},
    { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse },
  );
}
