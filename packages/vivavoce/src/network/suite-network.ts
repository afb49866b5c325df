import type { InfrastructureError } from "../base/index.ts";
import { ChildReport } from "./child-reports.ts";
import { isGuardedProgram } from "./children.ts";
import { type ChildRules, type Connection, type NetworkRules, type RefusedHosts, underRules } from "./guard.ts";
import { type HostList, hostList } from "./host-list.ts";
import { isOwnServer, ownServers } from "./own-servers.ts";
import { ModelCallUnseen, NetworkClosed } from "./refusals.ts";
import { ScoringNetwork, TrialNetwork } from "./trial-network.ts";

/**
 * The connections of one suite's code, from the moment that its file is loaded. At first it may not be known whether the
 * suite is replayed: until then everything passes and is noted.
 */
export class SuiteNetwork implements NetworkRules {
  #state: "undecided" | "open" | HostList;
  /** What was tried before it was known whether the suite is replayed, or refused in that time. */
  readonly #early: Pick<Connection, "host" | "port">[] = [];
  #isDecided = false;
  #refusal: InfrastructureError | undefined;
  #isModelHost: (host: string, port: number | undefined) => boolean = () => false;
  #refused: RefusedHosts | undefined;
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

  /** From here on, requests to these hosts are led to the gateway. Live, what does not let itself be led is refused. */
  lead(isModelHost: (host: string, port: number | undefined) => boolean, refused?: RefusedHosts): void {
    this.#isModelHost = isModelHost;
    this.#refused = refused;
  }

  /** Whether processes that the suite's code starts have to keep to rules. */
  get guardsChildren(): boolean {
    return this.isClosed || (this.#state === "open" && this.#refused !== undefined);
  }

  leads(host: string, port: number | undefined): boolean {
    return this.#isModelHost(host, port) && !isOwnServer(host, port);
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
    return this.reaches(host, port) && !(this.#state === "open" && this.leads(host, port));
  }

  /** Whether a connection is possible, also past the gateway. */
  reaches(host: string, port: number | undefined): boolean {
    if (isOwnServer(host, port)) return true;
    if (typeof this.#state === "object") return this.#state.allows(host, port);
    if (this.#state === "undecided") this.#early.push({ host, port });
    return true;
  }

  /** Of code that belongs to no trial: all trials may rest on it, those under way and those to come. */
  refused(connection: Connection): Error {
    if (!this.#isDecided) this.#early.push(connection);
    this.#refusal ??= this.refusal(connection);
    for (const trial of this.#trials) trial.refused(connection);
    return this.#refusal;
  }

  refusal(connection: Connection): InfrastructureError {
    return this.#state === "open" ? new ModelCallUnseen(connection) : new NetworkClosed(connection);
  }

  forChild(program: string): ChildRules | undefined {
    this.#report ??= this.guardsChildren ? new ChildReport() : undefined;
    return this.#report && this.childRules(program, this.#report);
  }

  /** Other processes have started these for the suite. */
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
    return { allow: [...this.#state.entries, ...ownServers()], report: file };
  }

  /** Runs code of the suite that belongs to no trial. */
  within<T>(work: () => T): T {
    return underRules(this, work);
  }

  /** The connections of one trial. `onLate` is told of one that is refused when the trial has ended. */
  trial(onLate?: (complaint: string) => void): TrialNetwork {
    return this.#begin(new TrialNetwork(this, onLate));
  }

  /** The connections of the metrics that score one transcript. The models that they ask are none of the agent's. */
  scoring(): TrialNetwork {
    return this.#begin(new ScoringNetwork(this, undefined));
  }

  #begin(trial: TrialNetwork): TrialNetwork {
    this.#trials.add(trial);
    if (this.#refusal) trial.cut(this.#refusal);
    return trial;
  }

  /** The trial is over: what its suite was refused in that time counts for it too. */
  ended(trial: TrialNetwork): void {
    for (const connection of this.#report?.read() ?? []) this.#refusal ??= this.refusal(connection);
    if (this.#refusal) trial.cut(this.#refusal);
    this.#trials.delete(trial);
  }
}
