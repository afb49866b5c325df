import { expect, test } from "vitest";
import { redisPlace } from "./redis.ts";

test("the place of a queue is shown without user and password", () => {
  expect(redisPlace("redis://anna:hunter2@queue.example.com:7000/3").shown).toBe("queue.example.com:7000/3");
  expect(redisPlace("rediss://queue.example.com").shown).toBe("queue.example.com:6379");
});

test.each(["queue.example.com:6379", "http://anna:hunter2@queue", "redis://", "redis://anna:hunter2@queue/jobs"])(
  "%s is not an address of a queue, and no message holds its password",
  (text) => {
    const read = () => redisPlace(text);
    expect(read).toThrow("is not a Redis address");
    expect(read).not.toThrow("hunter2");
  },
);
