import { InfrastructureError, isPromise, jsonCopy, sentencesOf, showValue, VivaError } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import type { World } from "../world/index.ts";

const suites = "the suite's world function";

/** Builds the world of a case, from a copy of it; a failure is the harness's, never the agent's. */
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
    // An error of Viva's own, such as that of directoryWorld, says itself what to do.
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
  // Nobody waits for it, so nobody would hear of its failure.
  if (isPromise(given)) Promise.resolve(given).catch(() => {});
  throw new InfrastructureError({
    message: `the world of this case could not be made: ${where} ${showValue(given)}, which is not a world`,
    remedy: isPromise(given)
      ? "A world has to be there at once: load what it takes beforehand, with await above suite(), and make it without async."
      : "A world has snapshot() and diff(before, after), as those of jsonWorld(value) and markdownWorld(notes) have; outline() and close() are optional functions.",
  });
}

function isWorld(value: unknown): value is World {
  if (typeof value !== "object" || value === null) return false;
  const { snapshot, diff, close } = value as { snapshot?: unknown; diff?: unknown; close?: unknown };
  const closes = close === undefined || typeof close === "function";
  return typeof snapshot === "function" && typeof diff === "function" && closes;
}
