import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { InfrastructureError, messageOf } from "../../base/index.ts";

/** What is used of the package `ai`. */
export interface AiSdk {
  streamText(options: object): unknown;
  isStepCount(count: number): unknown;
}

/** The AI SDK of whoever uses Viva: beside Viva, or in the project that the command was called in. */
export async function loadAiSdk(): Promise<AiSdk> {
  // Not written as literals, so that neither compiler nor bundler looks for a package that need not be there.
  const name = "ai";
  const sdk = await import(name).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return import(fromProject(name));
  });
  if (typeof sdk.streamText === "function" && typeof sdk.isStepCount === "function") return sdk;
  throw new InfrastructureError({
    message: "aiSdkAgent() needs the AI SDK 7, and the installed package `ai` is another version",
    remedy: "npm install ai@7",
  });
}

function fromProject(name: string): string {
  try {
    return pathToFileURL(createRequire(join(process.cwd(), "package.json")).resolve(name)).href;
  } catch (cause) {
    throw new InfrastructureError({
      message: `aiSdkAgent() needs the package \`ai\`, which could not be loaded: ${messageOf(cause).split("\n")[0]}`,
      remedy: "npm install ai@7",
      cause,
    });
  }
}

function isMissing(error: unknown): boolean {
  return ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes((error as NodeJS.ErrnoException)?.code ?? "");
}
