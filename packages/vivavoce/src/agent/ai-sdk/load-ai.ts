import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { InfrastructureError } from "../../base/index.ts";

/** The parts of the package `ai` that are used. */
export interface AiSdk {
  streamText(options: object): unknown;
  isStepCount(count: number): unknown;
}

const remedy = "Install it: npm install ai@7";

/** The user's AI SDK: in the project in which the command was called, or beside Viva. */
export async function loadAiSdk(): Promise<AiSdk> {
  const file = [join(process.cwd(), "package.json"), import.meta.filename].map(found).find(Boolean);
  if (file === undefined) {
    const message = "aiSdkAgent() needs the package `ai`, which is installed neither in this project nor beside Viva";
    throw new InfrastructureError({ message, remedy });
  }
  const sdk = await import(pathToFileURL(file).href);
  // The oldest version that has it is the oldest that takes Viva's model.
  if (typeof sdk.isStepCount === "function") return sdk;
  throw new InfrastructureError({ message: `aiSdkAgent() needs the AI SDK 7, but ${file} is older`, remedy });
}

function found(from: string): string | undefined {
  try {
    return createRequire(from).resolve("ai");
  } catch {
    return undefined;
  }
}
