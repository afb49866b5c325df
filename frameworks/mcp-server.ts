import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

// A real MCP server with two tools and a resource, over standard streams.
const files = new Map([
  ["a.txt", "alpha"],
  ["key.txt", `The key is ${process.env.FILES_API_KEY}.`],
]);
const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool(
  "read_file",
  { description: "Reads a file", inputSchema: { path: z.string() }, annotations: { readOnlyHint: true } },
  ({ path }) => {
    const text = files.get(path);
    if (text === undefined) return { content: [{ type: "text", text: `there is no ${path}` }], isError: true };
    return { content: [{ type: "text", text }] };
  },
);
server.registerTool(
  "delete_file",
  {
    inputSchema: { path: z.string() },
    outputSchema: { deleted: z.boolean() },
    annotations: { destructiveHint: true },
  },
  ({ path }) => {
    const structuredContent = { deleted: files.delete(path) };
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  },
);
server.registerTool("crash", { inputSchema: {} }, () => {
  process.stderr.write("out of paper\n");
  process.exit(3);
});
server.registerResource("greeting", "note://greeting", {}, (uri) => ({ contents: [{ uri: uri.href, text: "hello" }] }));
await server.connect(new StdioServerTransport());
