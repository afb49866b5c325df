import { type Case, type Check, check, type Effect, type ExpectedEffect, type Transcript } from "../../shape/index.ts";
import { hasFrame, outsideFrame, showEffect } from "../../world/index.ts";
import { defineMetric } from "../define-metric.ts";
import { refuseUnknownOptions, yesOrNoOptions } from "../known-options.ts";
import { bestAssignment } from "../matching/assignment.ts";
import { showExpected } from "../matching/expected.ts";
import { effectProblems, showPartial } from "../matching/mismatches.ts";
import { allOf, type Metric, type MetricResult, skipped, type YesOrNoOptions } from "../types.ts";
import { undoneChecks, unexplainedChecks } from "./world-effects/undone.ts";

/**
 * Compares what changed in the world with what should have (`expect.world`), by the best one-to-one assignment. The
 * frame rule is on: what is not named must not change, except in `frame.except`, nor change and be undone. A case that says
 * nothing about the world is checked only for changes that no recorded call explains. The suite's `invariants` have to hold
 * in every case. Value 1 or 0. Skipped if there is nothing to check or Viva cannot see the world. Asks no judge.
 *
 * @example suite({ …, world: (c) => vaultOf(c), metrics: [worldEffects()] });
 */
export function worldEffects(options: YesOrNoOptions = {}): Metric {
  refuseUnknownOptions<YesOrNoOptions>("worldEffects", options, yesOrNoOptions);
  const { name = "worldEffects", report } = options;
  return defineMetric({ name, version: 4, threshold: 1, report, watches: true, reads: ["world"], score: scoreWorld });
}

function scoreWorld(transcript: Transcript, { expect }: Case): MetricResult {
  const { world } = transcript;
  if (!world) return skipped(expect.world ? "Viva cannot see the world" : "the case says nothing about the world");
  const broken = transcript.exchanges.flatMap(brokenCheck).slice(0, 1);
  if (!expect.world) {
    const checks = [...broken, ...unexplainedChecks(transcript, expect)];
    return checks.length > 0
      ? allOf(checks)
      : skipped("the case says nothing about the world, and calls explain its changes");
  }
  const { effects: expected, frame } = expect.world;
  const framed = new Set(world.effects.filter((effect) => outsideFrame([effect], frame?.except).length > 0));
  const columns = assign(expected, world.effects, framed);
  const used = new Set(columns);
  const others = world.effects.filter((effect, index) => framed.has(effect) && !used.has(index));
  const isExpected = (effect: Effect) => expected.some((one) => effectProblems(one, effect).length === 0);
  const checks = [
    ...broken,
    ...expected.map((effect, index) => expectedCheck(effect, index, world.effects, columns[index])),
    ...others.map((effect, index) => frameCheck(effect, index, expected.length)),
    ...undoneChecks(transcript, frame?.except, isExpected),
  ];
  if (checks.length > 0) return allOf(checks);
  const [seen] = world.effects;
  if (!hasFrame(seen, frame?.except)) return skipped("the case expects no effect, and its frame excepts every change");
  const reason = seen ? "nothing changed outside the frame's exceptions" : "nothing changed";
  return allOf([check("frame", true, reason, { label: "nothing should have changed", verdict: "unchanged" })]);
}

/** Meets as many expected effects as possible; among equals, it uses effects that would otherwise break the frame. */
function assign(
  expected: readonly ExpectedEffect[],
  effects: readonly Effect[],
  framed: Set<Effect>,
): (number | undefined)[] {
  const step = expected.length + 1;
  return bestAssignment(
    expected.map((one) =>
      effects.map((effect) => (effectProblems(one, effect).length > 0 ? 0 : step + (framed.has(effect) ? 1 : 0))),
    ),
  );
}

function expectedCheck(expected: ExpectedEffect, index: number, effects: readonly Effect[], column?: number): Check {
  const met = column === undefined ? undefined : effects[column];
  const label = showExpectedEffect(expected);
  const reason = met ? showEffect(met) : `expected ${label}, but ${nearest(expected, effects)}`;
  return check(`effect-${index + 1}`, met !== undefined, reason, {
    label,
    verdict: met ? "happened" : "missing",
    evidence: met ? [{ text: showEffect(met), source: "fact" }] : [],
  });
}

function nearest(expected: ExpectedEffect, effects: readonly Effect[]): string {
  const [closest] = effects
    .map((effect) => ({ effect, problems: effectProblems(expected, effect) }))
    .sort((a, b) => a.problems.length - b.problems.length);
  if (!closest) return "nothing changed";
  if (closest.problems.length === 0)
    return `the change like it meets another expectation: ${showEffect(closest.effect)}`;
  return `the nearest change is ${showEffect(closest.effect)}: ${closest.problems.join("; ")}`;
}

function frameCheck(effect: Effect, index: number, expected: number): Check {
  const rule = expected === 0 ? "nothing should have changed" : "nothing else should have changed";
  return check(`frame-${index + 1}`, false, `${rule}, but: ${showEffect(effect)}`, {
    label: rule,
    verdict: "changed",
    evidence: [{ text: showEffect(effect), source: "fact" }],
  });
}

function brokenCheck({ number, broken }: Transcript["exchanges"][number]): Check[] {
  if (broken === undefined) return [];
  const reason = `exchange ${number}: ${broken}`;
  return [check("invariant", false, reason, { label: "the suite's invariants hold", verdict: "broken" })];
}

/** `task added with note "Projects/Garden.md", text a text that matches /seeds/` */
function showExpectedEffect({ kind, ...fields }: ExpectedEffect): string {
  const name = typeof kind === "string" ? kind.replace(".", " ") : showExpected(kind);
  const shown = showPartial(fields as Parameters<typeof showPartial>[0]);
  return shown === "" ? name : `${name} with ${shown}`;
}
