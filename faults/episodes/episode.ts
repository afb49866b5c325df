// One run, disturbed again and again, taken up each time and compared in the end with a run that nobody disturbed.
import { setTimeout as sleep } from "node:timers/promises";
import { mulberry32, type Random } from "../../packages/vivavoce/src/base/random.ts";
import { type Ended, resultsIn, type TestProject } from "../../packages/vivavoce/src/cli/cli.test-helper.ts";
import { type Disturbance, disturbances, signals } from "./disturbances.ts";
import { concurrency, examOn, journalledCalls, resultsOf, trials } from "./exam.ts";
import { type FaultyServer, faultyServer } from "./server-faults.ts";
import { Tally } from "./tally.ts";

export interface EpisodeResult {
  seed: number;
  tally: Tally;
  /** Trials that had passed and are gone or changed. */
  lost: number;
  /** Trials that are stored twice, and calls that were made again although their answer was safe in the store. */
  doubled: number;
  /** Trials that are not what an undisturbed run has. */
  different: number;
  wrongSums: number;
  /** Calls made again because nothing of their answer was in the store: in flight, not committed, or timed out. */
  repeated: number;
  complaints: string[];
}

export interface EpisodeSettings {
  seed: number;
  /** Of this one episode. */
  faults: number;
  calm: ReadonlyMap<string, { result: string }>;
  /** What happens to each command, in the place of what the seed draws. */
  script?: { recorded: boolean; rate: number; kinds: readonly string[] };
}

const rates: readonly number[] = [0, 0.05, 0.1, 0.2];
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
  readonly #scripted: string[];
  readonly #complaints: string[] = [];
  #known = new Map<string, { status: string; result: string }>();
  #lost = 0;
  #doubled = 0;
  #different = 0;
  #wrongSums = 0;
  #isStarted = false;

  constructor(settings: EpisodeSettings, random: Random, tally: Tally, server: FaultyServer) {
    this.#settings = settings;
    this.#random = random;
    this.#tally = tally;
    this.#server = server;
    this.#project = examOn(server);
    this.#isRecorded = settings.script?.recorded ?? random() < 0.4;
    this.#scripted = [...(settings.script?.kinds ?? [])];
  }

  async play(): Promise<EpisodeResult> {
    while (this.#goesOn() && !this.#isComplete()) await this.#disturbedCommand();
    await this.#finish();
    this.#compare();
    if (this.#isRecorded && this.#complaints.length === 0) await this.#replay();
    return {
      seed: this.#settings.seed,
      tally: this.#tally,
      lost: this.#lost,
      doubled: this.#doubled,
      different: this.#different,
      wrongSums: this.#wrongSums,
      repeated: this.#server.repeated(),
      complaints: this.#complaints,
    };
  }

  #goesOn(): boolean {
    const { script, faults } = this.#settings;
    return script ? this.#scripted.length > 0 : this.#tally.total < faults;
  }

  #isComplete(): boolean {
    return this.#known.size === trials && [...this.#known.values()].every(({ status }) => status === "passed");
  }

  /** What to do next: begin, go on, or score what the judge left out. */
  #command(): string {
    // What an interrupted run finds again must come from its journal.
    const flags = ` --concurrency ${concurrency} --no-cache`;
    if (!this.#isStarted) return `run${flags}${this.#isRecorded ? " --record" : ""}`;
    // A recording is taken up as a recording: `viva score` writes no tape.
    const isPlayed = this.#known.size === trials && ![...this.#known.values()].some(isUnplayed);
    return isPlayed && !this.#isRecorded ? `score latest${flags}` : `run --resume${flags}`;
  }

  async #disturbedCommand(): Promise<void> {
    const drawn = this.#draw();
    const cheering = this.#spoilMood();
    const { ended, hangs } = await this.#run(this.#command(), drawn);
    clearTimeout(cheering);
    this.#server.mood = { rate: 0 };
    if (hangs) this.#complain(`the command hangs: ${drawn.map(({ kind }) => kind).join(", ")}`);
    await this.#look(ended, drawn);
  }

  /** One disturbance, or two that can come together. */
  #draw(): Disturbance[] {
    const kind = this.#scripted.shift();
    if (kind !== undefined) return disturbances.filter((disturbance) => disturbance.kind === kind);
    const oneOf = (list: readonly Disturbance[]) => list[Math.floor(this.#random() * list.length)] as Disturbance;
    const [first, second] = [oneOf(this.#random() < 0.5 ? signals : disturbances), oneOf(disturbances)];
    return first.group === second.group ? [first] : [first, second];
  }

  /** Lets the server fail so often, or be down for a while, which is longer than a call is tried again. */
  #spoilMood(): NodeJS.Timeout | undefined {
    const { script } = this.#settings;
    const rate = script?.rate ?? rates[Math.floor(this.#random() * rates.length)] ?? 0;
    this.#server.mood = { rate };
    if (script || this.#random() < 0.9) return undefined;
    const down = this.#random() < 0.5 ? "agent" : "judge";
    this.#tally.add("server", `${down} down for seconds`);
    this.#server.mood = { rate, down };
    return setTimeout(() => {
      this.#server.mood = { rate };
    }, 4_000);
  }

  async #run(command: string, drawn: readonly Disturbance[]): Promise<{ ended: Ended; hangs: boolean }> {
    const flags = command.startsWith("run") ? drawn.map((one) => one.flags ?? "").join("") : "";
    const settings = drawn.map((one) => one.settings?.(this.#project, this.#random) ?? {});
    const safe = journalledCalls(this.#project);
    this.#server.answered.clear();
    const running = this.#project.start(`${command}${flags}`, Object.assign({}, ...settings));
    const { calls, answered } = this.#server;
    const isUnderWay = () => this.#server.calls > calls || running.child.exitCode !== null;
    await Promise.all(
      drawn.map(async ({ group, kind, during }) => {
        this.#tally.add(group, kind);
        const [isEarly, moment] = [this.#random() < 0.3, this.#random() * 700];
        if (!during) return;
        // From the first moments on, but mostly while it plays.
        if (!isEarly) await soonOr(isUnderWay, 5_000);
        await sleep(moment);
        if (running.child.exitCode === null) await during(running, this.#project, this.#random);
      }),
    );
    const hanging = sleep(longestMs, true, { ref: false });
    const hangs = await Promise.race([running.ended.then(() => false), hanging]);
    if (hangs) running.child.kill("SIGKILL");
    const ended = await running.ended;
    for (const { after } of drawn) after?.(this.#project);
    const again = safe.intersection(answered);
    this.#doubled += again.size;
    if (again.size > 0) this.#complain(`asked again, though the answer was in the store: ${[...again].join(", ")}`);
    return { ended, hangs };
  }

  /** Holds what is stored now against what was stored before, and what was told against what is stored. */
  async #look({ code, stdout, stderr }: Ended, drawn: readonly Disturbance[]): Promise<void> {
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
    if (code === 0 && !this.#isComplete())
      this.#complain(`exit code 0 with ${now.size} of ${trials} trials: ${statuses.join(" ")}`);
    const isReportLost = drawn.some(({ flags }) => flags !== undefined) && !stdout.includes("no agent called");
    if (code === 0 && isReportLost) this.#complain("exit code 0 although the reports could not be written");
    if (code === 1 || code === 2) this.#complain(`exit code ${code}: ${stdout.slice(-500)}`);
    // While another process went on, the store has become more than what was told.
    if (!drawn.some(({ kind }) => kind.startsWith("another resume"))) this.#checkSum(stdout, statuses);
    if (/This is a bug in Viva|^ {4}at /m.test(stderr)) this.#complain(`a fault in Viva: ${stderr.slice(-500)}`);
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
      const { ended, hangs } = await this.#run(this.#command(), []);
      await this.#look(ended, []);
      if (hangs) return this.#complain("a command that nobody disturbs hangs");
      if (round === 3 && !this.#isComplete()) this.#complain(`not complete in the end: ${ended.stderr.slice(-300)}`);
    }
  }

  #compare(): void {
    for (const [id, { result }] of this.#settings.calm) {
      if (this.#known.get(id)?.result === result) continue;
      this.#different += 1;
      this.#complain(`${id} differs from an undisturbed run: ${this.#known.get(id)?.result}`);
    }
  }

  /** The recording holds every trial, and replays to the same bytes each time. */
  async #replay(): Promise<void> {
    const reports = [await this.#project.viva("run --replay --json"), await this.#project.viva("run --replay --json")];
    for (const { code, stderr } of reports)
      if (code !== 0) return this.#complain(`the replay ends with ${code}: ${stderr.slice(-300)}`);
    const [first = "", second] = reports.map(({ stdout }) => resultsIn(stdout));
    if (first !== second) this.#complain("two replays differ");
    this.#known = await resultsOf(this.#project);
    this.#compare();
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
