import { InfrastructureError } from "../base/index.ts";
import { ChildReport } from "./child-reports.ts";
import { isGuardedProgram } from "./children.ts";
import { type ChildRules, type Connection, type NetworkRules, showConnection, underRules } from "./guard.ts";
import { type HostList, hostList } from "./host-list.ts";

/** A connection was refused in a replay: nothing about the agent is known by it. */
class NetworkClosed extends InfrastructureError {
  readonly code = "VIVA_NETWORK_CLOSED";
  readonly host: string;
  readonly port: number | undefined;

  constructor(connection: Connection) {
    const where = showConnection(connection);
    super({
      // An agent that logs this logs the message alone, so the remedy is part of it.
      message: `the connection to ${where} (by ${connection.client}) was refused: a replay has no network. Ask models through context.model(), allow the host in the suite with network: { allow: ["${where}"] }, or run with --live`,
    });
    this.host = connection.host;
    this.port = connection.port;
  }
}

/**
 * The connections of one suite's code, from the moment that its file is loaded. At first it may not be known whether the
 * suite is replayed: until then everything passes and is noted.
 */
export class SuiteNetwork implements NetworkRules {
  #state: "undecided" | "open" | HostList;
  /** What was tried before it was known whether the suite is replayed, or refused in that time. */
  readonly #early: Pick<Connection, "host" | "port">[] = [];
  #isDecided = false;
  #refusal: NetworkClosed | undefined;
  #report: ChildReport | undefined;
  readonly #trials = new Set<TrialNetwork>();
  readonly #programs = new Set<string>();

  /** Closed from the start but for some hosts, or undecided where none are given. */
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

  /** The suite is replayed. Returns what it tried too early: what is not allowed, or was refused before this was known. */
  close(allow: readonly string[]): Pick<Connection, "host" | "port">[] {
    const wasClosed = this.isClosed;
    const hosts = hostList(allow);
    this.#state = hosts;
    this.#isDecided = true;
    this.#refusal = undefined;
    return this.#early.filter(({ host, port }) => wasClosed || !hosts.allows(host, port));
  }

  /** The hosts that may be reached, where it is closed. */
  get allowed(): readonly string[] {
    return typeof this.#state === "object" ? this.#state.entries : [];
  }

  /** Programs that were started and that Viva has no guard for. */
  get programs(): readonly string[] {
    return [...this.#programs];
  }

  allows(host: string, port: number | undefined): boolean {
    if (typeof this.#state === "object") return this.#state.allows(host, port);
    if (this.#state === "undecided") this.#early.push({ host, port });
    return true;
  }

  /** Of code that belongs to no trial: all trials may rest on it, those under way and those to come. */
  refused(connection: Connection): Error {
    if (!this.#isDecided) this.#early.push(connection);
    this.#refusal ??= new NetworkClosed(connection);
    for (const trial of this.#trials) trial.refused(connection);
    return this.#refusal;
  }

  forChild(program: string): ChildRules | undefined {
    this.#report ??= this.isClosed ? new ChildReport() : undefined;
    return this.#report && this.childRules(program, this.#report);
  }

  /** Other processes have started these for the suite. */
  alsoStarted(programs: readonly string[]): void {
    for (const program of programs) this.#programs.add(program);
  }

  childRules(program: string, { file }: ChildReport): ChildRules | undefined {
    if (typeof this.#state !== "object") return undefined;
    if (!isGuardedProgram(program)) this.#programs.add(program);
    return { allow: this.#state.entries, report: file };
  }

  /** Runs code of the suite that belongs to no trial. */
  within<T>(work: () => T): T {
    return underRules(this, work);
  }

  /** The connections of one trial. `onLate` is told of one that is refused when the trial has ended. */
  trial(onLate?: (complaint: string) => void): TrialNetwork {
    const trial = new TrialNetwork(this, onLate);
    this.#trials.add(trial);
    if (this.#refusal) trial.cut(this.#refusal);
    return trial;
  }

  /** The trial is over: what its suite was refused in that time counts for it too. */
  ended(trial: TrialNetwork): void {
    for (const connection of this.#report?.read() ?? []) this.#refusal ??= new NetworkClosed(connection);
    if (this.#refusal) trial.cut(this.#refusal);
    this.#trials.delete(trial);
  }
}

/** The connections of one trial's code, however late it makes them. */
export class TrialNetwork implements NetworkRules {
  readonly #suite: SuiteNetwork;
  readonly #onLate: ((complaint: string) => void) | undefined;
  readonly #cut = new AbortController();
  #report: ChildReport | undefined;
  #isOver = false;

  constructor(suite: SuiteNetwork, onLate: ((complaint: string) => void) | undefined) {
    this.#suite = suite;
    this.#onLate = onLate;
  }

  get whole(): NetworkRules {
    return this.#suite;
  }

  /** Raised by the first refused connection, with the error: the trial says nothing about the agent any more. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  cut(error: Error): void {
    if (!this.#cut.signal.aborted) this.#cut.abort(error);
  }

  allows(host: string, port: number | undefined): boolean {
    return this.#suite.allows(host, port);
  }

  refused(connection: Connection): Error {
    const error = new NetworkClosed(connection);
    if (this.#isOver && !this.#cut.signal.aborted) this.#onLate?.(error.message);
    this.cut(error);
    return error;
  }

  forChild(program: string): ChildRules | undefined {
    this.#report ??= this.#suite.isClosed ? new ChildReport() : undefined;
    return this.#report && this.#suite.childRules(program, this.#report);
  }

  within<T>(work: () => T): T {
    return underRules(this, work);
  }

  /** Ends the trial. What was refused to programs that it started is known now. */
  end(): void {
    for (const connection of this.#report?.read() ?? []) this.cut(new NetworkClosed(connection));
    this.#suite.ended(this);
    this.#isOver = true;
  }
}
