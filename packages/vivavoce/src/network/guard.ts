import { AsyncLocalStorage } from "node:async_hooks";
import { clientOf } from "./client-of.ts";

/** A connection that code tried to make. */
export interface Connection {
  /** As the code named it. */
  host: string;
  /** Left out where only the name was looked up. */
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

/** What the guard of a child process goes by. */
export interface ChildRules {
  /** The hosts that it may reach. */
  allow: readonly string[];
  /** Given where the network is open: it may reach everything else. */
  refuse?: RefusedHosts | undefined;
  /** The file that it adds what it refuses to, a line of JSON each. */
  report: string;
}

/** What some code may connect to. */
export interface NetworkRules {
  /** Without a port: whether the name may be looked up. */
  allows(host: string, port: number | undefined): boolean;
  /** Told of every connection that is refused; gives the error that the code gets. */
  refused(connection: Connection): Error;
  /** Whether requests to this host are led to the gateway, by a client that can be. */
  leads?(host: string, port: number): boolean;
  /** The rules for a program that the code starts; without them it is left alone. */
  forChild?(program: string): ChildRules | undefined;
  /** The rules of all code that this code is part of, such as those of a trial's suite. */
  readonly whole?: NetworkRules;
}

const ofContext = new AsyncLocalStorage<NetworkRules>();
const ofProcess: NetworkRules[] = [];

/** Runs work so that these rules hold for it and for all that follows from it, however late, and no others. */
export function underRules<T>(rules: NetworkRules, work: () => T): T {
  return ofContext.run(rules, work);
}

/** Runs work of Viva's own: a process that it starts closes the network itself, where that is to be. */
export function unguarded<T>(work: () => T): T {
  return underRules({ allows: () => true, refused: ({ host }) => new Error(`${host} was refused`) }, work);
}

/** The rules for the running code: its own, else those of the process that came last. */
export function currentRules(): NetworkRules | undefined {
  return ofContext.getStore() ?? ofProcess.at(-1);
}

/** Runs work that serves more than the code that asked for it: what it is refused counts for all whom it serves. */
export function underWholeRules<T>(work: () => T): T {
  const whole = currentRules()?.whole;
  return whole ? underRules(whole, work) : work();
}

/** Makes rules those of all code that has none of its own, until what is returned is called. */
export function holdProcessTo(rules: NetworkRules): () => void {
  ofProcess.push(rules);
  return () => {
    const index = ofProcess.lastIndexOf(rules);
    if (index >= 0) ofProcess.splice(index, 1);
  };
}

/** The error for a connection that the running code may not make. `entry`: our own function that was called. */
export function refusalOf(host: string, port: number | undefined, entry: object): Error | undefined {
  const rules = currentRules();
  if (!rules || rules.allows(host, port)) return undefined;
  return rules.refused({ host, ...(port === undefined ? {} : { port }), client: clientOf(entry) });
}

/** Runs work, and fails with the first connection that it was refused, whatever it made of that. */
export async function failingOnRefusal<T>(work: () => Promise<T> | T): Promise<T> {
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
  try {
    const value = await underRules(noting, work);
    if (refusals.length === 0) return value;
  } catch (error) {
    throw refusals[0] ?? error;
  }
  throw refusals[0];
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
