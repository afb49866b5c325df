import { expect, test, vi } from "vitest";
import { StartedServer } from "./started-server.ts";

const held = () => process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;

test("holds the process only while it is being ended, which may be the last thing that a run does", async () => {
  const before = held();
  const start = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] };
  const server = new StartedServer(start, new URL("http://127.0.0.1:1"), {});
  expect(held()).toBe(before);
  const ending = server.end();
  expect(held()).toBe(before + 1);
  await ending;
  expect(server.isOver).toBe(true);
  await vi.waitFor(() => expect(held()).toBe(before));
});
