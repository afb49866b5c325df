import { expect, test } from "vitest";
import { postgresErrorOf } from "./postgres-fault.ts";
import { StoreError } from "./store-error.ts";

const url = "postgres://anna:hunter2@db.example.com:5432/exams";

test.each([
  ["57014", "canceling statement due to statement timeout", "statement_timeout"],
  ["55P03", "canceling statement due to lock timeout", "lock_timeout"],
])("a time limit of the server (%s) is a problem of the store, not a bug", (code, message, setting) => {
  const error = postgresErrorOf(Object.assign(new Error(message), { code }), url);
  expect(error).toBeInstanceOf(StoreError);
  expect(error).toMatchObject({ fault: "locked", message: expect.stringContaining(message) });
  expect((error as StoreError).remedy).toContain(setting);
  expect((error as StoreError).message).not.toContain("hunter2");
});
