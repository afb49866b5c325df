import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildRules, type Connection, Cut, type CutSignal, type NetworkRules } from "../base/index.ts";
import { underRules } from "./guard.ts";

/** The suite that a trial belongs to. */
interface SuiteRules extends NetworkRules {
  readonly guardsChildren: boolean;
  allows(host: string, port: number | undefined): boolean;
  reaches(host: string, port: number | undefined): boolean;
  leads(host: string, port: number | undefined): boolean;
  refusal(connection: Connection): Error;
  childRules(program: string, report: ChildReport): ChildRules | undefined;
  alsoStarted(programs: readonly string[]): void;
  ended(trial: TrialNetwork): void;
}

/** The connections of one trial's code, however late it makes them. */
export class TrialNetwork implements NetworkRules {
  protected readonly suite: SuiteRules;
  readonly #onLate: ((complaint: string) => void) | undefined;
  readonly #cut = new Cut();
  #report: ChildReport | undefined;
  #isOver = false;

  constructor(suite: SuiteRules, onLate: ((complaint: string) => void) | undefined) {
    this.suite = suite;
    this.#onLate = onLate;
  }

  get whole(): NetworkRules {
    return this.suite;
  }

  /** Aborted by the first refused connection, with the error: the trial is an outage then. */
  get signal(): CutSignal {
    return this.#cut.signal;
  }

  cut(error: Error): void {
    if (!this.#cut.signal.aborted) this.#cut.abort(error);
  }

  allows(host: string, port: number | undefined): boolean {
    return this.suite.allows(host, port);
  }

  leads(host: string, port: number): boolean {
    return this.suite.leads(host, port);
  }

  refused(connection: Connection): Error {
    const error = this.suite.refusal(connection);
    if (this.#isOver && !this.#cut.signal.aborted) this.#onLate?.(error.message);
    this.cut(error);
    return error;
  }

  forChild(program: string, isAwaited = false): ChildRules | undefined {
    // It leaves no handle, by which an exchange would notice it.
    if (isAwaited) this.suite.alsoStarted([program]);
    const refused = (connection: Connection) => this.cut(this.suite.refusal(connection));
    this.#report ??= this.suite.guardsChildren ? new ChildReport(refused) : undefined;
    return this.#report && this.suite.childRules(program, this.#report);
  }

  within<T>(work: () => T): T {
    return underRules(this, work);
  }

  /** Ends the trial. Refusals to programs that it started are known now. */
  end(): void {
    this.#report?.end();
    this.suite.ended(this);
    this.#isOver = true;
  }
}

/** The same for metrics: their model calls do not use the gateway, if the network is open. */
export class ScoringNetwork extends TrialNetwork {
  override allows(host: string, port: number | undefined): boolean {
    return this.suite.reaches(host, port);
  }

  override leads(): boolean {
    return false;
  }
}

let folder: string | undefined;
let files = 0;

/** How often Viva looks whether a program that is at work was refused a connection. */
const lookMs = 200;

/** A file that guarded children write to: while a process is awaited synchronously, it cannot report in another way. */
export class ChildReport {
  readonly file: string;
  readonly #refused: (connection: Connection) => void;
  readonly #timer: NodeJS.Timeout;
  #known = 0;

  constructor(refused: (connection: Connection) => void) {
    if (folder === undefined || !existsSync(folder)) folder = temporaryFolder();
    files += 1;
    this.file = join(folder, `${files}.jsonl`);
    this.#refused = refused;
    this.#timer = setInterval(() => this.look(), lookMs).unref();
  }

  /** Tells of connections that were refused since it was last asked. */
  look(): void {
    if (!existsSync(this.file)) return;
    // A child may be writing the last line at this moment.
    const lines = readFileSync(this.file, "utf8").split("\n").slice(this.#known, -1);
    this.#known += lines.length;
    for (const line of lines) this.#refused(JSON.parse(line) as Connection);
  }

  end(): void {
    clearInterval(this.#timer);
    this.look();
  }
}

function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "viva-network-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}
