import { expect, test } from "vitest";
import { InfrastructureError } from "../base/index.ts";
import { connectionProblem, QueueError, queueErrorOf, withQueueErrors } from "./queue-error.ts";

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

test.each(["read ECONNRESET", "write EPIPE", "Connection is closed."])(
  "a server that hangs up is perhaps not Redis, or wants TLS: %s",
  (text) => {
    const { says, remedy } = connectionProblem(new Error(text), place);
    expect(says).toBe("it closes the connection without an answer");
    expect(remedy).toContain("rediss://");
  },
);

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

test.each([
  ['Protocol error, got "H" as reply type byte. Please report this.', true, "not Redis", "host and port"],
  ['Unknown RESP type 72 "H". Please report this.', true, "not Redis", "host and port"],
  ["SSL routines:ssl3_get_record:wrong version number", true, "does not speak TLS", "redis:// instead of rediss://"],
  ["self-signed certificate in certificate chain", true, "certificate cannot be verified", "NODE_EXTRA_CA_CERTS"],
  ["WRONGPASS invalid username-password pair", true, "WRONGPASS", "Check the user"],
  ["LOADING Redis is loading the dataset in memory", false, "still loading its data", "Wait until"],
  ["Connection is closed.", false, "closes the connection", "rediss://"],
  ["getaddrinfo ENOTFOUND queue.example.com", false, "cannot be looked up", "host's name"],
  ["connect ECONNREFUSED 127.0.0.1:6379", false, "ECONNREFUSED", "Start it"],
])("a queue that says %s is named, with a remedy that helps", (text, isFinal, says, remedy) => {
  const problem = connectionProblem(new Error(text), place);
  expect(problem).toMatchObject({ isFinal, remedy: expect.stringContaining(remedy) });
  expect(problem.message).toContain(says);
  expect(problem.message).not.toContain("report this");
});
