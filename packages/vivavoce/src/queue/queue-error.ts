import { InfrastructureError, knownCauses, type Problem } from "../base/index.ts";

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
    remedy: goOn,
    cause: error,
  };
  if (passing.test(error.message)) return new QueueError(problem);
  if (!forbidden.test(error.message)) return new InfrastructureError(problem);
  const check = "Check the user, the password and the user's rights in the queue's address.";
  return new QueueForbidden({ ...problem, remedy: `${check} ${problem.remedy}` });
}

const goOn = "Finished trials are kept; viva run --resume plays the rest of an interrupted run.";

/** Why a server cannot be used as a queue. "final": trying again does not help. */
const causeOf = knownCauses<"final" | "passing">(`
final | reply type|RESP type|invalid protocol|protocol error | the server there is not Redis or Valkey, or it expects TLS | Check host and port in the queue's address. For a server with TLS write rediss://.
final | answers without TLS|wrong version number|packet length too long|EPROTO|before secure TLS | the server there does not speak TLS | Write redis:// instead of rediss:// in the queue's address, or name the port on which it speaks TLS.
final | self[- ]signed|unable to (verify|get)|certificate|altnames | its TLS certificate cannot be verified | Start Viva with NODE_EXTRA_CA_CERTS=FILE, where FILE holds the certificate of its authority, and use the host's name that is in the certificate.
final | WRONGPASS|NOAUTH|NOPERM|invalid password|invalid username|DB index|SELECT is not allowed |  | Check the user, the password and the database in the queue's address.
passing | ^LOADING | it is still loading its data | Wait until it has loaded them, then start again.
passing | ECONNRESET|EPIPE|connection is closed|socket closed | it closes the connection without an answer | Check that this is Redis or Valkey. For a server with TLS write rediss:// in the queue's address.
passing | ENOTFOUND|EAI_AGAIN | its name cannot be looked up | Check the host's name in the queue's address.
`);

export function connectionProblem(error: Error, shown: string) {
  const { kind, says = "", remedy = "Start it, or check the address." } = causeOf(error) ?? {};
  const why = error.message.replace(/[\s.]*Please report this\.?/, "");
  const message = `Redis at ${shown}: ${says === "" ? why : `${says} (${why})`}`;
  return { isFinal: kind === "final", says: says || why, message, remedy };
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
