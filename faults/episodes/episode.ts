// One run, disturbed again and again, taken up each time and compared in the end with a run that nobody disturbed.
import { setTimeout as sleep } from "node:timers/promises";
import { mulberry32, type Random } from "../../packages/vivavoce/src/base/mulberry32.ts";
import { type Ended, resultsIn, type TestProject } from "../../packages/vivavoce/src/cli/cli.test-helper.ts";
import { type Disturbance, disturbances } from "./disturbances.ts";
import { callsOfTrial, concurrency, examOn, resultsOf, trials } from "./exam.ts";
import { type FaultyServer, faultyServer, type ServerMood } from "./server-faults.ts";
import { Tally } from "./tally.ts";

export interface EpisodeResult {
  seed: number;
  tally: Tally;
  /** Trials that were there and are not any more, that are there twice, and that are not what they should be. */
  lost: number;
  doubled: number;
  different: number;
  wrongSums: number;
  repeated: number;
  mayRepeat: number;
  complaints: string[];
}

export interface EpisodeSettings {
  seed: number;
  faults: number;
  calm: ReadonlyMap<string, { result: string }>;
}

const moods: readonly number[] = [0, 0, 0.1, 0.3];
/** A command that takes longer hangs. */
const longestMs = 120_000;

/** The results of a run that nobody disturbs. */
export async function calmResults(): Promise<EpisodeSettings["calm"]> {
  const server = await faultyServer(mulberry32(1), new Tally());
  const project = examOn(server);
  const { code, stderr } = await project.viva(`run --concurrency ${concurrency}`);
  await server.close();
  if (code !== 0) throw new Error(`the undisturbed run ended with ${code}: ${stderr}`);
  return resultsOf(project);
}

export async function playEpisode(settings: EpisodeSettings): Promise<EpisodeResult> {
  const random = mulberry32(settings.seed);
  const tally = new Tally();
  const server = await faultyServer(random, tally);
  const episode = new Episode(settings, random, tally, server);
  try {
    return await episode.play();
  } finally {
    await server.close();
  }
}

class Episode {
  readonly #settings: EpisodeSettings;
  readonly #random: Random;
  readonly #tally: Tally;
  readonly #server: FaultyServer;
  readonly #project: TestProject;
  readonly #isRecorded: boolean;
  readonly #complaints: string[] = [];
  #known = new Map<string, { status: string; result: string }>();
  #lost = 0;
  #doubled = 0;
  #wrongSums = 0;
  #mayRepeat = 0;
  #isStarted = false;

  constructor(settings: EpisodeSettings, random: Random, tally: Tally, server: FaultyServer) {
    this.#settings = settings;
    this.#random = random;
    this.#tally = tally;
    this.#server = server;
    this.#project = examOn(server);
    this.#isRecorded = random() < 0.4;
  }

  async play(): Promise<EpisodeResult> {
    while (this.#tally.total < this.#settings.faults && !this.#isComplete()) await this.#disturbedCommand();
    await this.#finish();
    const different = this.#countDifferent();
    if (this.#isRecorded && this.#complaints.length === 0) await this.#replay();
    const { again } = this.#server.answered();
    if (again > this.#mayRepeat) this.#complain(`${again} calls were made again, ${this.#mayRepeat} may be`);
    return {
      seed: this.#settings.seed,
      tally: this.#tally,
      lost: this.#lost,
      doubled: this.#doubled,
      different,
      wrongSums: this.#wrongSums,
      repeated: again,
      mayRepeat: this.#mayRepeat,
      complaints: this.#complaints,
    };
  }

  #isComplete(): boolean {
    return this.#known.size === trials && [...this.#known.values()].every(({ status }) => status === "passed");
  }

  /** What to do next: begin, go on, or score what the judge left out. */
  #command(): string {
    const flags = ` --concurrency ${concurrency}`;
    if (!this.#isStarted) return `run${flags}${this.#isRecorded ? " --record" : ""}`;
    const isPlayed = this.#known.size === trials && ![...this.#known.values()].some(isUnplayed);
    return isPlayed ? `score latest${flags}` : `run --resume${flags}`;
  }

  async #disturbedCommand(): Promise<void> {
    const random = this.#random;
    const disturbance = disturbances[Math.floor(random() * disturbances.length * 1.15)];
    this.#server.mood = this.#drawMood();
    const { ended, end } = await this.#run(this.#command(), disturbance);
    if (end === "hangs") this.#complain(`the command hangs (${disturbance?.kind ?? "only the server fails"})`);
    this.#server.mood = { rate: 0 };
    await this.#look(ended, disturbance);
  }

  #drawMood(): ServerMood {
    const rate = moods[Math.floor(this.#random() * moods.length)] ?? 0;
    if (this.#random() < 0.9) return { rate };
    const down = this.#random() < 0.5 ? "agent" : "judge";
    this.#tally.add("server", `${down} down for a whole command`);
    return { rate, down };
  }

  async #run(command: string, disturbance: Disturbance | undefined): Promise<{ ended: Ended; end: "ended" | "hangs" }> {
    const random = this.#random;
    const isRun = command.startsWith("run");
    const flags = isRun ? (disturbance?.flags ?? "") : "";
    const running = this.#project.start(`${command}${flags}`, disturbance?.settings?.(this.#project, random));
    if (disturbance) this.#tally.add(disturbance.group, disturbance.kind);
    if (disturbance?.cutsShort) this.#mayRepeat += concurrency * 2;
    const during = disturbance?.during;
    if (during) {
      // From the first moments on, but mostly while it plays.
      const calls = this.#server.calls;
      if (random() < 0.7) await soonOr(() => this.#server.calls > calls || running.child.exitCode !== null, 5_000);
      await sleep(random() * 700);
      if (running.child.exitCode === null) await during(running, this.#project, random);
    }
    const hanging = sleep(longestMs, "hangs" as const, { ref: false });
    const end = await Promise.race([running.ended.then(() => "ended" as const), hanging]);
    if (end === "hangs") running.child.kill("SIGKILL");
    const ended = await running.ended;
    disturbance?.after?.(this.#project);
    return { ended, end };
  }

  /** Holds what is stored now against what was stored before, and what was told against what is stored. */
  async #look({ code, stdout, stderr }: Ended, disturbance?: Disturbance): Promise<void> {
    const now = await resultsOf(this.#project).catch((error: unknown) => {
      this.#doubled += 1;
      this.#complain(String(error));
      return new Map<string, { status: string; result: string }>();
    });
    this.#isStarted ||= (await this.#project.runs()).length > 0;
    for (const [id, before] of this.#known) {
      if (before.status !== "passed" || now.get(id)?.result === before.result) continue;
      this.#lost += 1;
      this.#complain(`${id} had passed, and now it is ${now.get(id)?.result ?? "gone"}`);
    }
    this.#known = now;
    const statuses = [...now.values()].map(({ status }) => status);
    if (statuses.includes("failed"))
      this.#complain(
        `an outage became a failure: ${[...now.values()].find(({ status }) => status === "failed")?.result}`,
      );
    // What is played or scored again asks for all of it again.
    this.#mayRepeat += statuses.filter((status) => status === "errored" || status === "unscored").length * callsOfTrial;
    if (code === 0 && !this.#isComplete())
      this.#complain(`exit code 0 with ${now.size} of ${trials} trials: ${statuses.join(" ")}`);
    if (code === 0 && disturbance?.kind === "no folder for reports" && stdout !== "") {
      if (!/scored, no agent/.test(stdout)) this.#complain("exit code 0 although the reports could not be written");
    }
    if (code === 1 || code === 2) this.#complain(`exit code ${code}: ${stdout.slice(-500)}`);
    this.#checkSum(stdout, statuses);
    if (/This is a fault in Viva|^ {4}at /m.test(stderr)) this.#complain(`a fault in Viva: ${stderr.slice(-500)}`);
  }

  #checkSum(stdout: string, statuses: readonly string[]): void {
    const told =
      /(\d+) passed · (\d+) failed · (\d+) unscored · (\d+) errored · (\d+) skipped(?: · (\d+) pending)? of (\d+)/.exec(
        stdout,
      );
    if (!told) return;
    const [passed = 0, failed = 0, unscored = 0, errored = 0, skipped = 0, pending = 0, planned = 0] = told
      .slice(1)
      .map((count) => Number(count ?? 0));
    const isRight = passed + failed + unscored + errored + skipped + pending === planned && planned === trials;
    const isStored = passed === statuses.filter((status) => status === "passed").length;
    if (isRight && isStored) return;
    this.#wrongSums += 1;
    this.#complain(`the sum is wrong: ${told[0]}, stored are ${statuses.join(" ")}`);
  }

  /** With a server that answers, until there is nothing left to do. */
  async #finish(): Promise<void> {
    for (let round = 0; round < 4 && !this.#isComplete(); round++) {
      const { ended, end } = await this.#run(this.#command(), undefined);
      await this.#look(ended);
      if (end === "hangs") return this.#complain("a command that nobody disturbs hangs");
      if (round === 3 && !this.#isComplete()) this.#complain(`not complete in the end: ${ended.stderr.slice(-300)}`);
    }
  }

  #countDifferent(): number {
    const different = [...this.#settings.calm].filter(([id, { result }]) => this.#known.get(id)?.result !== result);
    for (const [id] of different)
      this.#complain(`${id} differs from an undisturbed run: ${this.#known.get(id)?.result}`);
    return different.length;
  }

  /** The recording holds every trial, and replays to the same bytes each time. */
  async #replay(): Promise<void> {
    const reports = [await this.#project.viva("run --replay --json"), await this.#project.viva("run --replay --json")];
    for (const { code, stderr } of reports)
      if (code !== 0) return this.#complain(`the replay ends with ${code}: ${stderr.slice(-300)}`);
    const [first = "", second] = reports.map(({ stdout }) => resultsIn(stdout));
    if (first !== second) this.#complain("two replays differ");
    this.#known = await resultsOf(this.#project);
    this.#countDifferent();
  }

  #complain(complaint: string): void {
    this.#complaints.push(complaint);
  }
}

function isUnplayed({ status }: { status: string }): boolean {
  return status === "pending" || status === "errored";
}

async function soonOr(isSo: () => boolean, ms: number): Promise<void> {
  for (const end = performance.now() + ms; !isSo() && performance.now() < end; ) await sleep(5);
}
