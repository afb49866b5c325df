import {
  InfrastructureError,
  isPromise,
  jsonCopy,
  messageOf,
  type Stopwatch,
  sentencesOf,
  showValue,
  timeLimit,
  VivaError,
} from "../base/index.ts";
import type { Case, Transcript, World } from "../shape/index.ts";

const suites = "the suite's world function";

/** Builds the world from a copy of the case. A failure counts as an outage, never against the agent. */
export function openWorld(
  make: ((testCase: Case) => World) | undefined,
  testCase: Case,
  maker = suites,
): World | undefined {
  if (!make) return undefined;
  let made: unknown;
  try {
    made = make(jsonCopy(testCase));
  } catch (error) {
    // Viva's own errors, such as those of directoryWorld, already say what to do.
    const own = VivaError.isInstance(error);
    const without = testCase.world === undefined && !own;
    throw new InfrastructureError({
      message: `the world of this case could not be made: ${maker} failed${without ? ", and the case has no `world`" : ""}: ${sentencesOf(error)}`,
      remedy: without ? "If the function reads `world` of the case, give the case one." : undefined,
      cause: error,
    });
  }
  return checkedWorld(made, `${maker} returned`);
}

/** What was given for a world, if it is one. */
export function checkedWorld(given: unknown, where: string): World {
  if (isWorld(given)) return given;
  // Nobody awaits it, so its rejection must be caught here.
  if (isPromise(given)) Promise.resolve(given).catch(() => {});
  throw new InfrastructureError({
    message: `the world of this case could not be made: ${where} ${showValue(given)}, which is not a world`,
    remedy: isPromise(given)
      ? "A world must be made without async: load what it needs beforehand, with await above suite()."
      : "A world needs snapshot() and diff(before, after), like the worlds of jsonWorld(value) and markdownWorld(notes); outline() and close() are optional functions.",
  });
}

function isWorld(value: unknown): value is World {
  if (typeof value !== "object" || value === null) return false;
  const { snapshot, diff, close } = value as { snapshot?: unknown; diff?: unknown; close?: unknown };
  const closes = close === undefined || typeof close === "function";
  return typeof snapshot === "function" && typeof diff === "function" && closes;
}

/** How long Viva waits for a world to close. */
const closingMs = 5_000;

/** Plays a conversation, and closes its world after that, however it ended. */
export function playInWorld(world: World | undefined, play: () => Promise<Transcript>): Promise<Transcript> {
  return world?.close ? playAndClose(world as Required<World>, play) : play();
}

async function playAndClose(world: Required<World>, play: () => Promise<Transcript>): Promise<Transcript> {
  let unclosed: string | undefined;
  let transcript: Transcript;
  try {
    transcript = await play();
  } finally {
    unclosed = await closeWorld(world);
  }
  return unclosed === undefined ? transcript : notClosed(transcript, unclosed);
}

/** Never throws: returns the reason if it failed. */
async function closeWorld(world: Required<Pick<World, "close">>): Promise<string | undefined> {
  let limit: Stopwatch | undefined;
  try {
    const closing: unknown = world.close();
    if (!isPromise(closing)) return undefined;
    const tooLong = new Promise<string>((resolve) => {
      limit = timeLimit(closingMs, () => resolve(`close() took longer than ${closingMs / 1000} s`));
    });
    return await Promise.race([Promise.resolve(closing).then(() => undefined), tooLong]);
  } catch (error) {
    return messageOf(error);
  } finally {
    limit?.stop();
  }
}

/**
 * The transcript of a conversation whose world could not be closed. What it left behind may affect later trials, so the
 * trial does not pass. If the agent has failed, it stays failed.
 */
function notClosed(transcript: Transcript, reason: string): Transcript {
  const message = `the world could not be closed: ${reason}`;
  const { outcome } = transcript;
  if (outcome.kind === "completed") return { ...transcript, outcome: { kind: "infrastructure", message } };
  return { ...transcript, outcome: { ...outcome, message: `${outcome.message}; in addition, ${message}` } };
}
