import { expect, test } from "vitest";
import { InfrastructureError } from "../base/index.ts";
import { QueueError, queueErrorOf, withQueueErrors } from "./queue-error.ts";

const answer = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });
const place = "queue.example.com:6379";

test.each([
  "OOM command not allowed when used memory > 'maxmemory'. script: a2746c9c, on @user_script:520.",
  "READONLY You can't write against a read only replica.",
  "LOADING Redis is loading the dataset in memory",
  "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
])("%s: the queue is waited for", (text) => {
  const error = queueErrorOf(answer(text), place);
  expect(error).toBeInstanceOf(QueueError);
  expect(error).toMatchObject({ message: expect.stringMatching(/^Redis at queue.example.com:6379: [A-Z]+ [^;]+$/) });
  expect(String(error)).not.toContain("user_script");
});

test("a refused password or user ends the run, with what to check", () => {
  const error = queueErrorOf(answer("NOPERM User anna has no permissions to run the 'zadd' command"), place);
  expect(error).toBeInstanceOf(InfrastructureError);
  expect(error).not.toBeInstanceOf(QueueError);
  expect(error).toMatchObject({ remedy: expect.stringContaining("Check the user") });
});

test("other errors stay as they are, and so do results", async () => {
  const own = new TypeError("a bug");
  const methods = withQueueErrors(
    {
      add: async (one: number) => one + 1,
      counts: () => Promise.reject(own),
      drain: () => Promise.reject(answer("READONLY You can't write against a read only replica.")),
    },
    place,
  );
  expect(await methods.add(1)).toBe(2);
  await expect(methods.counts()).rejects.toBe(own);
  await expect(methods.drain()).rejects.toBeInstanceOf(QueueError);
});
