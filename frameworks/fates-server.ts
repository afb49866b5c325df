import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

// A real MCP server with a tool that throws and one that works.
const server = new McpServer({ name: "fates", version: "1.0.0" });
server.registerTool("locked", {}, () => {
  throw new Error("the booking is locked");
});
server.registerTool("refund", {}, () => ({ content: [{ type: "text", text: "refunded" }] }));
await server.connect(new StdioServerTransport());
