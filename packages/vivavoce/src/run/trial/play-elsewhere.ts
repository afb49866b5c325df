import { setTimeout } from "node:timers/promises";
import { ChannelClosed, InfrastructureError } from "../../base/index.ts";
import { defaultLimits, Interrupted } from "../../conversation/index.ts";
import { keptKeys, type ModelHosts } from "../../gateway/index.ts";
import { type MeasuredTimes, servedTraffic } from "../../model/index.ts";
import type { Exchange, Outcome, Transcript } from "../../shape/index.ts";
import type { SuitePlan } from "../plan.ts";
import type { Conversing, playHere } from "./play-here.ts";
import { TrialProcess } from "./trial-process.ts";

/** What a trial's process has to play. */
export interface ProcessJob extends Conversing {
  /** The folder that the command was called in. */
  cwd: string;
  /** The suite's file. */
  file: string;
  /** Whether its code has no network. */
  replayed: boolean;
  capture: ModelHosts | undefined;
  traffic: ReturnType<typeof servedTraffic>["start"];
}

/** How long to wait for the last messages of a process if something it has started keeps the channel open. */
const lastWordsMs = 500;

type ProcessEnd = Awaited<TrialProcess["ended"]>;

/** What an agent did when its conversation was over. */
interface Late {
  complaint: string;
  status?: "errored" | undefined;
}

/** A process that is silent for this much longer than an exchange may take is ended. */
const silenceGraceMs = 5_000;

interface ElsewhereSettings {
  cwd: string;
  /** Called with unhandled errors in a process. */
  stray(text: string): void;
}

/** Plays each conversation in a process of its own, so that no agent can touch another trial. */
export class Elsewhere {
  readonly #settings: ElsewhereSettings;
  readonly #ending = new Set<Promise<void>>();

  constructor(settings: ElsewhereSettings) {
    this.#settings = settings;
  }

  async play(
    { loaded, models, agent, network, capture }: SuitePlan,
    conversing: Conversing,
    { traffic, signal, onLate }: Parameters<typeof playHere>[2],
  ): Promise<Transcript> {
    if (signal.aborted) throw new Interrupted();
    const { cwd, stray } = this.#settings;
    const { name, version } = agent(conversing.variant);
    /** By number, in the order of playing. */
    const exchanges = new Map<number, Exchange>();
    let ready = false;
    let asked = 0;
    const served = servedTraffic(traffic, Object.keys(models.choices), (kind, value) =>
      trialProcess.channel.tell(kind, value),
    );
    const trialProcess: TrialProcess = new TrialProcess(
      {
        ...served.answers,
        model: async (...given) => {
          asked += 1;
          try {
            return await served.answers.model?.(...given);
          } finally {
            asked -= 1;
            trialProcess.progressed();
          }
        },
        ready: () => {
          ready = true;
        },
        beat: () => {},
        exchange: (exchange: Exchange) => {
          exchanges.set(exchange.number, exchange);
          trialProcess.progressed();
        },
        late: ({ complaint, status }: Late) => onLate?.(complaint, status),
        programs: (programs: string[]) => network.alsoStarted(programs),
        stray,
      },
      keptKeys(capture, process.env),
      (conversing.limits.exchangeMs ?? defaultLimits.exchangeMs) + silenceGraceMs,
      () => !ready || asked > 0,
    );
    const job: ProcessJob = {
      ...conversing,
      cwd,
      file: loaded.file,
      replayed: network.isClosed,
      capture,
      traffic: served.start,
    };
    const interrupted = Promise.withResolvers<"interrupted">();
    const interrupt = () => interrupted.resolve("interrupted");
    signal.addEventListener("abort", interrupt, { once: true });
    try {
      const result = trialProcess.channel.ask<Transcript>("play", job).catch((error: unknown) => {
        if (error instanceof ChannelClosed) return trialProcess.ended;
        throw error;
      });
      // A process that is gone may have sent its result before; the channel closes when everything is read.
      const gone = trialProcess.ended.then((end) => setTimeout(lastWordsMs, end, { ref: false }));
      const end = await Promise.race([result, gone, interrupted.promise]);
      if (end === "interrupted") throw new Interrupted();
      if ("outcome" in end) return retimed(end, served.times);
      if (!ready) throw notStarted(end);
      // The interrupted exchange has no times, but the tape needs it.
      while (served.times.length < exchanges.size) served.answers.timed?.([{}] as never, signal);
      return retimed(cutOff(conversing, { name, version }, [...exchanges.values()], end), served.times);
    } finally {
      signal.removeEventListener("abort", interrupt);
      const ending = trialProcess.end({ atOnce: signal.aborted });
      this.#ending.add(ending);
      void ending.then(() => this.#ending.delete(ending));
    }
  }

  /** Resolves when every process is gone. */
  async end(): Promise<void> {
    await Promise.all(this.#ending);
  }
}

/** The process does not know the times that count. They are put where every transcript has them. */
function retimed(transcript: Transcript, times: readonly MeasuredTimes[]): Transcript {
  const { version, case: caseId, variant, repeat, agent, history, openMs: _openMs, ...rest } = transcript;
  const openMs = times.find((time) => time.openMs !== undefined)?.openMs;
  const exchanges = rest.exchanges.map((exchange, index): Exchange => {
    const { number, user, items, quiet, notes, effects, firstWordMs: _first, replyMs: _reply, ...spent } = exchange;
    const done = {
      number,
      ...(user ? { user } : {}),
      items,
      ...(quiet ? { quiet } : {}),
      ...(notes ? { notes } : {}),
      ...(effects ? { effects } : {}),
    };
    const { openMs: _open, ...time } = times[index] ?? {};
    return { ...done, ...time, ...spent };
  });
  const opened = openMs === undefined ? {} : { openMs };
  return { version, case: caseId, variant, repeat, agent, history, ...opened, ...rest, exchanges };
}

function notStarted(end: ProcessEnd): InfrastructureError {
  const how = end.kind === "ended" ? end.how : `gave no sign for ${end.forMs / 1000} s`;
  return new InfrastructureError({
    message: `the process for this trial ${how} while it loaded the suite`,
    remedy: "See what it printed on stderr.",
  });
}

/** The transcript of a conversation whose process is gone: what was sent before, and how it ended. */
function cutOff(
  { case: testCase, variant, repeat }: Conversing,
  agent: Transcript["agent"],
  exchanges: Exchange[],
  end: ProcessEnd,
): Transcript {
  const exchange = exchanges.at(-1)?.number ?? 1;
  const outcome: Outcome =
    end.kind === "ended"
      ? { kind: "agent-failed", reason: "crashed", message: `the agent's process ${end.how}`, exchange }
      : { kind: "agent-failed", reason: "time-limit", message: overdue(end), exchange };
  return {
    version: 2,
    case: testCase.id,
    variant,
    repeat,
    agent,
    history: testCase.history,
    exchanges,
    outcome,
  };
}

function overdue({ kind, forMs }: Exclude<ProcessEnd, { kind: "ended" }>): string {
  const seconds = Math.floor(forMs / 1000);
  return kind === "silent"
    ? `the agent kept its process busy for more than ${seconds} s without a pause, so Viva ended it`
    : `no exchange ended for ${seconds} s and no time limit took effect, perhaps because the agent changed something in its process that Viva needs; Viva ended the process`;
}
