import { contextSlot } from "../base/index.ts";
import { clientOf } from "./client-of.ts";

/** A connection that code tried to make. */
export interface Connection {
  /** As the code named it. */
  host: string;
  /** Left out if only the name was looked up. */
  port?: number | undefined;
  /** Who tried it: a package, a file with its line, or "fetch". */
  client: string;
}

/** Hosts of models that a child process may not ask past the gateway. */
export interface RefusedHosts {
  hosts: readonly string[];
  /** A regular expression for more of them. */
  pattern: string;
  except: readonly string[];
}

/** The rules for the guard of a child process. */
export interface ChildRules {
  /** The hosts that it may reach. */
  allow: readonly string[];
  /** Set if the network is open: it may reach everything else. */
  refuse?: RefusedHosts | undefined;
  /** The file in which it reports refused connections, a line of JSON each. */
  report: string;
}

/** The network rules of some code. */
export interface NetworkRules {
  /** Without a port: whether the name may be looked up. */
  allows(host: string, port: number | undefined): boolean;
  /** Called with every refused connection; returns the error for the code. */
  refused(connection: Connection): Error;
  /** Whether requests to this host are redirected to the gateway, if the client allows it. */
  leads?(host: string, port: number): boolean;
  /** The rules for a program that the code starts; undefined: no rules. */
  forChild?(program: string): ChildRules | undefined;
  /** The rules of the code around this code, such as those of a trial's suite. */
  readonly whole?: NetworkRules;
}

const ofContext = contextSlot<NetworkRules>();
const ofProcess: NetworkRules[] = [];

/** Runs work so that only these rules hold for it and for all code it starts, however late. */
export function underRules<T>(rules: NetworkRules, work: () => T): T {
  return ofContext.run(rules, work);
}

/** Runs Viva's own work. A process that it starts closes the network itself if necessary. */
export function unguarded<T>(work: () => T): T {
  return underRules({ allows: () => true, refused: ({ host }) => new Error(`${host} was refused`) }, work);
}

const lasting: NetworkRules = { allows: () => true, refused: ({ host }) => new Error(`${host} was refused`) };

/**
 * Runs work that opens connections of Viva itself, such as to a queue, which no suite's code can use. Where the network is
 * closed for a suite they stay open, and they may be made again.
 */
export function withOwnConnections<T>(work: () => T): T {
  return underRules(lasting, work);
}

/** Whether the running code opens a connection of Viva itself. */
export function isOwnConnection(): boolean {
  return ofContext.get() === lasting;
}

/** The rules for the running code: its own, else the newest ones of the process. */
export function currentRules(): NetworkRules | undefined {
  return ofContext.get() ?? ofProcess.at(-1);
}

/** Runs work that also serves other code than its caller's: a refusal counts for all of them. */
export function underWholeRules<T>(work: () => T): T {
  const whole = currentRules()?.whole;
  return whole ? underRules(whole, work) : work();
}

/** Applies rules to all code that has none of its own; the returned function ends that. */
export function holdProcessTo(rules: NetworkRules): () => void {
  ofProcess.push(rules);
  return () => {
    const index = ofProcess.lastIndexOf(rules);
    if (index >= 0) ofProcess.splice(index, 1);
  };
}

/** The error for a connection that the running code may not make. `entry`: the function of ours that was called. */
export function refusalOf(host: string, port: number | undefined, entry: object): Error | undefined {
  const rules = currentRules();
  if (!rules || rules.allows(host, port)) return undefined;
  return rules.refused({ host, ...(port === undefined ? {} : { port }), client: clientOf(entry) });
}

/** Runs work, and fails with its first refused connection, even if the work handled the error. */
export function failingOnRefusal<T>(work: () => Promise<T> | T): Promise<T> | T {
  const rules = currentRules();
  if (!rules) return work();
  const refusals: Error[] = [];
  const noting: NetworkRules = {
    allows: (host, port) => rules.allows(host, port),
    leads: (host, port) => rules.leads?.(host, port) ?? false,
    forChild: (program) => rules.forChild?.(program),
    ...(rules.whole ? { whole: rules.whole } : {}),
    refused(connection) {
      const error = rules.refused(connection);
      refusals.push(error);
      return error;
    },
  };
  const accepted = (value: T): T => {
    if (refusals.length > 0) throw refusals[0];
    return value;
  };
  const failed = (error: unknown): never => {
    throw refusals[0] ?? error;
  };
  let value: Promise<T> | T;
  try {
    value = underRules(noting, work);
  } catch (error) {
    return failed(error);
  }
  return value instanceof Promise ? value.then(accepted, failed) : accepted(value);
}

/** "api.example.com:443", "[::1]:80" */
export function showConnection({ host, port }: Pick<Connection, "host" | "port">): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}

/** The error that code gets for a connection that was refused. */
export function closedError(connection: Connection, remedy: string): Error {
  const { host, port, client } = connection;
  const message = `the connection to ${showConnection(connection)} (by ${client}) was refused: ${remedy}`;
  return Object.assign(new Error(message), { code: "VIVA_NETWORK_CLOSED", host, port });
}
