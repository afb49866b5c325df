import { types } from "node:util";
import { InputError, showValue } from "../../base/index.ts";
import { isCalled, isWrite, type ToolCall } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { refuseUnknownOptions, usualOptions } from "../known-options.ts";
import type { Metric } from "../types.ts";
import { calendarOf } from "./spoken/clock.ts";
import { parseChecks, type SpokenOptions } from "./spoken/options.ts";
import { scoreSpoken } from "./spoken/score-spoken.ts";
import { resolveSlots } from "./spoken/slots/resolve-slots.ts";

/**
 * Checks how a conversation sounds on the phone: words and questions per reply, whether replies can be said aloud,
 * repeated openers, slots asked for again, values given = read back = booked, a yes before a commit, and how long the
 * caller waits for a reply (`latency`) and for its first word (`firstWord`).
 *
 * The value is the share of the checks that hold. A check that found nothing to look at, that cannot be decided, or that
 * has no limit (words, latency, firstWord), does not count. `minCoverage` says how many have to be decided. Skipped if no
 * check counts. Asks no judge.
 *
 * @example
 * spoken({
 *   checks: { words: { p95: 40 }, latency: { p95: 1500 } },
 *   commit: { tools: ["book_service"] },
 *   now: "2026-11-12T10:00:00-06:00",
 *   zone: "America/Chicago",
 *   slots: { name: { argument: "customer_name" }, equipment: { asks: ["what (system|unit)"], gives: [/my (furnace|AC)/i] } },
 * })
 */
export function spoken(options: SpokenOptions = {}): Metric {
  const fields = {
    checks: "any",
    slots: "any",
    commit: "any",
    known: "any",
    now: "any",
    zone: "text",
    minCoverage: "number",
  } as const;
  refuseUnknownOptions<SpokenOptions>("spoken", options, { ...usualOptions, ...fields });
  const { name = "spoken", threshold = 1, report, checks = {}, slots, commit, known, now, zone, minCoverage } = options;
  const wanted = parseChecks(name, checks);
  if (commit && commit.tools.length === 0) {
    throw new InputError({
      message: `${name}: commit names no tool`,
      remedy: "Name the tools that commit, or turn the check off with checks: { confirm: false }.",
    });
  }
  if (minCoverage !== undefined && !(minCoverage >= 0 && minCoverage <= 1)) {
    throw new InputError({
      message: `${name}: minCoverage should be from 0 to 1, found ${showValue(minCoverage)}`,
      remedy: "Write it as a share, such as 0.8.",
    });
  }
  const resolved = resolveSlots(slots);
  const calendarFor = calendarOf(name, { now, zone });
  const isCommit = commitTest(commit?.tools);
  return defineMetric({
    name,
    version: 6,
    threshold,
    report,
    tools: commit?.tools,
    parts: { checks, slots, commit, known, now: types.isDate(now) ? now.toISOString() : now, zone, minCoverage },
    score(transcript, testCase) {
      const calendar = calendarFor(testCase);
      const follow = { slots: calendar ? resolveSlots(slots, calendar) : resolved, known: known?.(testCase) ?? {} };
      return scoreSpoken(transcript, wanted, { ...follow, isCommit, minCoverage });
    },
  });
}

/** Names of tools that commit a caller to something, if the suite names none. */
const usual = /^(?:book|schedule|reschedule|reserve)(?:[_A-Z-]|$)/;

/** Whether a call commits to something; a call that was rejected or never ran does not. */
function commitTest(tools: readonly string[] | undefined): (call: ToolCall) => boolean {
  return (call) => {
    if (call.approval?.decision === "rejected" || !isCalled(call)) return false;
    return tools ? tools.includes(call.name) : isWrite(call) && usual.test(call.name);
  };
}
