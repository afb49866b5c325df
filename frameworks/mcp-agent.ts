import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** An agent that does what it is told with MCP tools: "read_file a.txt". Its client is the protocol's own SDK. */
export function mcpAgent({ shim = false } = {}) {
  return {
    name: "files",
    version: "1",
    async open(context) {
      const { environment } = await context.gateway();
      const { VIVA_MCP_FILES: url, VIVA_MCP_SHIM: file } = environment;
      const client = new Client({ name: "agent", version: String(Math.random()) });
      const transport = shim
        ? new StdioClientTransport({ command: process.execPath, args: [file, url] })
        : new StreamableHTTPClientTransport(new URL(url));
      await client.connect(transport);
      const { tools } = await client.listTools();
      return {
        async reply(message) {
          if (message === "which") return context.record({ type: "text", text: tools.map(({ name }) => name).join() });
          if (message === "greeting") {
            const { contents } = await client.readResource({ uri: "note://greeting" });
            return context.record({ type: "text", text: contents[0].text });
          }
          const [name, path] = message.split(" ");
          const { content, isError } = await client.callTool({ name, arguments: path ? { path } : {} });
          context.record({ type: "text", text: `${isError ? "failed: " : ""}${content[0].text}` });
        },
        close: () => client.close(),
      };
    },
  };
}
