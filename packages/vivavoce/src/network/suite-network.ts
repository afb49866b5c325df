import {
  type ChildRules,
  type Connection,
  Cut,
  InfrastructureError,
  Members,
  type NetworkRules,
  type RefusedHosts,
} from "../base/index.ts";
import { ChildReport } from "./child-report.ts";
import { connectionError, showConnection, underRules } from "./guard.ts";
import { hostList, isOwnServer, ownServers } from "./host-list.ts";

/** How code reaches a host in a replay. An agent that logs the error logs the message alone, so this is part of it. */
function withoutNetwork(where: string): string {
  return `a replay has no network. Ask models through context.model(), name the host with capture: { hosts: ["${where}"] } if a model answers there, allow it with network: { allow: ["${where}"] }, or run with --live`;
}

/** The same in a live run for a model that was asked past the gateway: its answers would be in no recording and no score. */
function unseenByViva(host: string): string {
  return `a model answers there, and Viva would not see the call. Viva sees what goes by fetch, http, https or undici's global dispatcher. Give the client the base URL of context.gateway(), which programs find in OPENAI_BASE_URL, call viva_agent.lead() in Python, or let the host pass unseen with capture: { allow: ["${host}"] }`;
}

/**
 * The connections of one suite's code, from the moment its file is loaded. At first it may not be known whether the suite
 * is replayed: until then every connection is allowed and noted.
 */
export class SuiteNetwork implements NetworkRules {
  #state: "undecided" | "open" | ReturnType<typeof hostList>;
  /** Connections that were tried or refused before it was known whether the suite is replayed. */
  readonly #early: Pick<Connection, "host" | "port">[] = [];
  #isDecided = false;
  #hasReached = false;
  #refusal: InfrastructureError | undefined;
  #isModelHost: (host: string, port: number | undefined) => boolean = () => false;
  #refused: RefusedHosts | undefined;
  #report: ChildReport | undefined;
  readonly #trials = new Members<TrialNetwork>();
  readonly #programs = new Set<string>();

  /** Closed from the start except for some hosts; undecided if none are given. */
  constructor(allow?: readonly string[]) {
    this.#state = allow === undefined ? "undecided" : hostList(allow);
  }

  get isClosed(): boolean {
    return typeof this.#state === "object";
  }

  /** The suite is not replayed. */
  open(): void {
    this.#isDecided = true;
    this.#state = "open";
  }

  /** The suite is replayed. Returns its early connections that are not allowed, or were refused already. */
  close(allow: readonly string[]): Pick<Connection, "host" | "port">[] {
    const wasClosed = this.isClosed;
    const hosts = hostList(allow);
    this.#state = hosts;
    this.#isDecided = true;
    this.#refusal = undefined;
    return this.#early.filter(({ host, port }) => wasClosed || !hosts.allows(host, port));
  }

  /** Redirects requests to these hosts to the gateway. In a live run, those that cannot be redirected are refused. */
  lead(isModelHost: (host: string, port: number | undefined) => boolean, refused?: RefusedHosts): void {
    this.#isModelHost = isModelHost;
    this.#refused = refused;
  }

  /** Whether there are rules for processes that the suite's code starts. */
  get guardsChildren(): boolean {
    return this.isClosed || (this.#state === "open" && this.#refused !== undefined);
  }

  leads(host: string, port: number | undefined): boolean {
    return this.#isModelHost(host, port) && !isOwnServer(host, port);
  }

  /** The hosts that may be reached while the network is closed. */
  get allowed(): readonly string[] {
    return typeof this.#state === "object" ? this.#state.entries : [];
  }

  /** Programs that were started without a guard, or unseen by an exchange. */
  get programs(): readonly string[] {
    return [...this.#programs];
  }

  /** Whether its code reached a host while it was loaded or replayed, or started a program that may have. */
  get hasUnseen(): boolean {
    return this.#hasReached || this.#programs.size > 0;
  }

  allows(host: string, port: number | undefined): boolean {
    return this.reaches(host, port) && !(this.#state === "open" && this.leads(host, port));
  }

  /** Whether a connection is possible, also past the gateway. */
  reaches(host: string, port: number | undefined): boolean {
    if (isOwnServer(host, port)) return true;
    const isAllowed = typeof this.#state !== "object" || this.#state.allows(host, port);
    if (this.#state === "undecided") this.#early.push({ host, port });
    this.#hasReached ||= isAllowed && port !== undefined && this.#state !== "open";
    return isAllowed;
  }

  /** For code that belongs to no trial: all trials may depend on it, those under way and later ones. */
  refused(connection: Connection): Error {
    if (!this.#isDecided) this.#early.push(connection);
    this.#refusal ??= this.refusal(connection);
    for (const trial of this.#trials) trial.refused(connection);
    return this.#refusal;
  }

  /** The error for a refused connection: an outage, which says nothing about the agent. */
  refusal(connection: Connection): InfrastructureError {
    const errorOf = (message: string) => new InfrastructureError({ message });
    return this.#state === "open"
      ? connectionError(connection, unseenByViva(connection.host), errorOf, "VIVA_MODEL_CALL_UNSEEN")
      : connectionError(connection, withoutNetwork(showConnection(connection)), errorOf);
  }

  forChild(program: string, isAwaited = false): ChildRules | undefined {
    if (isAwaited || this.#state === "undecided") this.#programs.add(program);
    this.#report ??= this.guardsChildren ? new ChildReport((connection) => void this.refused(connection)) : undefined;
    return this.#report && this.childRules(program, this.#report);
  }

  /** Notes programs that were started for the suite unseen, by other processes too. */
  alsoStarted(programs: readonly string[]): void {
    for (const program of programs) this.#programs.add(program);
  }

  childRules(program: string, { file }: ChildReport): ChildRules | undefined {
    if (this.#state === "open" && this.#refused) {
      const except = [...this.#refused.except, ...ownServers()];
      return { allow: [], refuse: { ...this.#refused, except }, report: file };
    }
    if (typeof this.#state !== "object") return undefined;
    if (!isGuardedProgram(program)) this.#programs.add(program);
    return { allow: [...this.#state.entries, ...ownServers()], lead: this.#refused, report: file };
  }

  /** Runs code of the suite that belongs to no trial. */
  within<T>(work: () => T): T {
    return underRules(this, work);
  }

  /** The connections of one trial. `onLate` is called with one that is refused after the trial. */
  trial(onLate?: (complaint: string) => void): TrialNetwork {
    return this.#begin(new TrialNetwork(this, true, onLate));
  }

  /** The connections of the metrics that score one transcript. Their model calls are not the agent's. */
  scoring(): TrialNetwork {
    return this.#begin(new TrialNetwork(this, false));
  }

  #begin(trial: TrialNetwork): TrialNetwork {
    this.#trials.add(trial);
    if (this.#refusal) trial.cut(this.#refusal);
    return trial;
  }

  /** The trial is over. Refusals to its suite's code in that time count for it too. */
  ended(trial: TrialNetwork): void {
    this.#report?.look();
    if (this.#refusal) trial.cut(this.#refusal);
    this.#trials.delete(trial);
  }
}

/** Whether the guard works in a program; other programs at best obey the proxy variables. */
function isGuardedProgram(program: string): boolean {
  return /^(?:node|python|pypy)[\d.]*$/.test(program);
}

/** The connections of one trial's code, however late it makes them. */
class TrialNetwork implements NetworkRules {
  readonly whole: SuiteNetwork;
  /** If not, it scores: while the network is open, its model calls do not use the gateway. */
  readonly #isPlaying: boolean;
  /** Called with a connection that is refused after the trial. */
  readonly #onLate: ((complaint: string) => void) | undefined;
  /** Aborted by the first refused connection, with the error: the trial is an outage then. */
  readonly signal = new Cut();
  #report: ChildReport | undefined;
  #isOver = false;

  constructor(suite: SuiteNetwork, isPlaying: boolean, onLate?: (complaint: string) => void) {
    this.whole = suite;
    this.#isPlaying = isPlaying;
    this.#onLate = onLate;
  }

  cut(error: Error): void {
    this.signal.abort(error);
  }

  allows(host: string, port: number | undefined): boolean {
    return this.#isPlaying ? this.whole.allows(host, port) : this.whole.reaches(host, port);
  }

  leads(host: string, port: number): boolean {
    return this.#isPlaying && this.whole.leads(host, port);
  }

  refused(connection: Connection): Error {
    const error = this.whole.refusal(connection);
    if (this.#isOver && !this.signal.aborted) this.#onLate?.(error.message);
    this.cut(error);
    return error;
  }

  forChild(program: string, isAwaited = false): ChildRules | undefined {
    // It leaves no handle, by which an exchange would notice it.
    if (isAwaited) this.whole.alsoStarted([program]);
    const refused = (connection: Connection) => this.cut(this.whole.refusal(connection));
    this.#report ??= this.whole.guardsChildren ? new ChildReport(refused) : undefined;
    return this.#report && this.whole.childRules(program, this.#report);
  }

  within<T>(work: () => T): T {
    return underRules(this, work);
  }

  /** Ends the trial. Refusals to programs that it started are known now. */
  end(): void {
    this.#report?.end();
    this.whole.ended(this);
    this.#isOver = true;
  }
}
