import { filesOf } from "../source-files.ts";
import type { Agent } from "../types.ts";
import { openHttpSession } from "./http-session.ts";
import { checkOptions, type HttpAgentOptions } from "./options.ts";

/**
 * An agent behind an HTTP address, in any language. Each message of the user is a POST; the answer, whole or streamed,
 * holds what the agent says and does.
 *
 * @example
 * httpAgent({
 *   name: "desk",
 *   url: "http://localhost:3000/chat",
 *   request: ({ message, session }) => ({ text: message, session }),
 *   session: "/sessionId",
 *   reply: "/answer",
 * });
 */
export function httpAgent(options: HttpAgentOptions): Agent {
  checkOptions(options);
  const { name, version = "1", tools, files, concurrency } = options;
  return {
    name,
    version,
    ...(tools ? { tools } : {}),
    ...(files ? { files: (folder: string) => filesOf(files, folder) } : {}),
    ...(concurrency === undefined ? {} : { concurrency }),
    open: (context) => openHttpSession(options, context),
  };
}
