import { InfrastructureError, type Problem } from "../base/index.ts";

/** The queue's server answers, but cannot do its work at the moment: it is waited for like one that is away. */
export class QueueError extends InfrastructureError {
  override readonly name = "QueueError";
}

/** The queue's server does not let this process in, or forbids what it needs. Waiting does not help. */
export class QueueForbidden extends InfrastructureError {
  override readonly name = "QueueForbidden";
}

/** Full memory or disk, a server that loads its data, a failover: all of these pass, or somebody mends them. */
const passing = /^(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|BUSY|UNBLOCKED|EXECABORT)\b/;
const forbidden = /^(NOAUTH|WRONGPASS|NOPERM)\b/;

/** An answer of Redis that is an error, as a problem of the queue. Other errors stay as they are. */
export function queueErrorOf(error: unknown, shown: string): unknown {
  if (!(error instanceof Error) || error.name !== "ReplyError") return error;
  const problem: Problem & { cause: unknown } = {
    // Scripts add where in them it happened.
    message: `Redis at ${shown}: ${error.message.replace(/\.? script: .*$/s, "")}`,
    remedy: "Finished trials are kept; viva run --resume plays the rest of an interrupted run.",
    cause: error,
  };
  if (passing.test(error.message)) return new QueueError(problem);
  if (!forbidden.test(error.message)) return new InfrastructureError(problem);
  const check = "Check the user, the password and the user's rights in the queue's address.";
  return new QueueForbidden({ ...problem, remedy: `${check} ${problem.remedy}` });
}

type AsyncMethods = Record<string, (...given: never[]) => Promise<unknown>>;

/** The same methods, whose errors are problems of the queue. */
export function withQueueErrors<T extends { [K in keyof T]: (...given: never[]) => Promise<unknown> }>(
  methods: T,
  shown: string,
): T {
  const wrapped = Object.entries(methods as AsyncMethods).map(([name, method]) => [
    name,
    async (...given: never[]) => {
      try {
        return await method(...given);
      } catch (error) {
        throw queueErrorOf(error, shown);
      }
    },
  ]);
  return Object.fromEntries(wrapped);
}
