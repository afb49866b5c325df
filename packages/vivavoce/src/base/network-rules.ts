import { contextSlot } from "./context-slot.ts";

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
  /** The rules for a program that the code starts, and waits for if `isAwaited`; undefined: no rules. */
  forChild?(program: string, isAwaited?: boolean): ChildRules | undefined;
  /** The rules of the code around this code, such as those of a trial's suite. */
  readonly whole?: NetworkRules;
}

/** The rules that the running code has of its own. */
export const rulesOfContext = contextSlot<NetworkRules>();

const lasting: NetworkRules = { allows: () => true, refused: ({ host }) => new Error(`${host} was refused`) };

/**
 * Runs work that opens connections of Viva itself, such as to a queue, which no suite's code can use. Where the network is
 * closed for a suite they stay open, and they may be made again.
 */
export function withOwnConnections<T>(work: () => T): T {
  return rulesOfContext.run(lasting, work);
}

/** Whether the running code opens a connection of Viva itself. */
export function isOwnConnection(): boolean {
  return rulesOfContext.get() === lasting;
}
