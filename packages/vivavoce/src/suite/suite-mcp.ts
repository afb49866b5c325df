import { resolve } from "node:path";
import type { McpServers } from "../gateway/index.ts";
import type { LoadedSuite } from "./load-suites.ts";

/** The MCP servers of a suite. Commands are started in the suite's folder, wherever Viva was called. */
export function suiteMcp({ suite: { mcp = {} }, folder }: Pick<LoadedSuite, "suite" | "folder">): McpServers {
  return Object.fromEntries(
    Object.entries(mcp).map(([name, server]) => [
      name,
      "command" in server ? { ...server, cwd: resolve(folder, server.cwd ?? ".") } : server,
    ]),
  );
}
