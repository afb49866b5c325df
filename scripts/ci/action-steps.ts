import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../run-viva.ts";

export interface Step {
  name?: string;
  id?: string;
  uses?: string;
  run?: string;
  if?: string;
  shell?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
}

export interface Action {
  inputs: Record<string, { description: string; default: string }>;
  runs: { using: string; steps: Step[] };
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

export interface Job {
  if?: string;
  needs?: string;
  permissions?: Record<string, string>;
  strategy?: { "fail-fast": boolean; matrix: Record<string, number[]> };
  steps: Step[];
}

export const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;

export function workflowIn(file: string): Workflow {
  return parse(readFileSync(join(root, file), "utf8")) as Workflow;
}

/** How a workflow's job uses the action. */
export function useOf(workflow: Workflow, job: string): Step {
  const step = workflow.jobs[job]?.steps.find(({ uses }) => uses === "./" || uses?.endsWith("/viva@v0"));
  if (!step) throw new Error(`the job ${job} does not use the action`);
  return step;
}

/** A script of the action and its variables, with a workflow's inputs put in as GitHub does it. */
export function scriptOf(name: string, given: Record<string, string> = {}, others: Record<string, string> = {}) {
  const step = action.runs.steps.find((one) => one.name === name);
  if (!step?.run) throw new Error(`the action has no script ${name}`);
  const unknown = Object.keys(given).filter((input) => !Object.hasOwn(action.inputs, input));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(", ")}`);
  const value = (expression: string) => {
    const input = /^inputs\.([\w-]+)$/.exec(expression)?.[1];
    const found = input === undefined ? others[expression] : (given[input] ?? action.inputs[input]?.default);
    if (found === undefined) throw new Error(`nobody says what ${expression} is`);
    return found;
  };
  const env = Object.entries(step.env ?? {}).map(([variable, text]) => [
    variable,
    text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => value(expression)),
  ]);
  return { run: step.run, env: Object.fromEntries(env) as Record<string, string> };
}
