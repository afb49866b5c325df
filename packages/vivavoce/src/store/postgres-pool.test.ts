import { expect, test } from "vitest";
import { type Pg, PostgresPool } from "./postgres-pool.ts";

// By default a system asks after two hours whether the other end of a silent connection is still there.
test("a server that is gone without a word is noticed within seconds", () => {
  let given: Record<string, unknown> = {};
  class Pool {
    constructor(settings: Record<string, unknown>) {
      given = settings;
    }
    on(): void {}
  }
  const pg = { Pool, types: { getTypeParser: () => String } } as unknown as Pg;
  new PostgresPool(pg, "postgres://db.example.com/exams");
  expect(given).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
});
