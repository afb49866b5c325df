import { InfrastructureError, messageOf } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import type { World } from "../world/index.ts";

/** Builds the world of a case, from a copy of it; a failure is the harness's, never the agent's. */
export function openWorld(make: ((testCase: Case) => World) | undefined, testCase: Case): World | undefined {
  try {
    return make?.(structuredClone(testCase));
  } catch (error) {
    throw new InfrastructureError({
      message: `the world of this case could not be made: ${messageOf(error)}`,
      cause: error,
    });
  }
}
