import { type Command, Help } from "commander";
import { asTyped } from "./print.ts";

/** A command: what it does, and its file, which is loaded only when the command is called. */
type Row = readonly [does: string, load: () => Promise<{ default(command: Command): unknown }>];

/** What people use every day. */
const everyday: Record<string, Row> = {
  init: ["set up a first suite in a project, and play it", () => import("./init.ts")],
  run: ["play cases against agents and score what happened", () => import("./run.ts")],
  list: ["list the runs in the store, or the cases of a suite", () => import("./list.ts")],
  show: ["show a run, its dimensions, or one of its cases", () => import("./show.ts")],
  view: ["look at runs in a browser: conversations, comparisons", () => import("./view.ts")],
  compare: ["compare two runs: is the difference real?", () => import("./compare.ts")],
  baseline: ["name a run to compare with; export and import it", () => import("./baseline.ts")],
  score: ["score transcripts again; the agent is never called", () => import("./score.ts")],
};

const more: Record<string, Row> = {
  gate: ["decide a stored run again, by other limits", () => import("./gate.ts")],
  trend: ["show a suite's metrics over its runs", () => import("./trend.ts")],
  judge: ["how far a judge can be trusted: card, labels, audit", () => import("./judge.ts")],
  steps: ["show or pin the evaluation steps of judged metrics", () => import("./steps.ts")],
  import: ["make cases from deepeval, promptfoo, OpenTelemetry, chats", () => import("./import.ts")],
  export: ["write a run as JSON lines, CSV or OpenTelemetry events", () => import("./export.ts")],
  rm: ["delete runs from the store, by id or by age", () => import("./rm.ts")],
  merge: ["put the shards of a run together, and decide it", () => import("./merge.ts")],
  worker: ["play trials of runs that wait in a queue", () => import("./worker.ts")],
  play: ["play cases from stdin, answer each on stdout", () => import("./play.ts")],
  proxy: ["give an agent started elsewhere an address for its models", () => import("./proxy.ts")],
  schema: ["print the JSON Schema of cases or transcripts", () => import("./schema.ts")],
  scan: ["look for secrets in stores, recordings and reports", () => import("./scan.ts")],
  doctor: ["check Node, the config, suites, keys and the store", () => import("./doctor.ts")],
  completion: ["print what makes Tab complete commands in bash or zsh", () => import("./completion.ts")],
};

export const commandNames: readonly string[] = [...Object.keys(everyday), ...Object.keys(more)];

/** Gives a program its commands. Only those that `isWanted` are loaded; for the others their line of help is enough. */
export async function addCommands(program: Command, isWanted: (name: string) => boolean): Promise<void> {
  for (const [group, rows] of [
    ["Commands:", everyday],
    ["More:", more],
  ] as const) {
    program.commandsGroup(group);
    for (const [name, [does, load]] of Object.entries(rows)) {
      const command = program.command(name).summary(does).description(does).exitOverride();
      if (!isWanted(name)) continue;
      (await load()).default(command);
      for (const one of [command, ...command.commands])
        one.showHelpAfterError(asTyped(`usage: ${new Help().commandUsage(one)}\n(viva help ${name} says more)`));
    }
  }
}
