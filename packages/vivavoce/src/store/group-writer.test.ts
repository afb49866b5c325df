import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GroupWriter } from "./group-writer.ts";

/** A commit that ends when the test says so. */
function heldCommits() {
  const groups: { items: readonly number[]; succeed(): void; fail(error: Error): void }[] = [];
  const commit = (items: readonly number[]) =>
    new Promise<void>((resolve, reject) => {
      groups.push({ items, succeed: resolve, fail: reject });
    });
  return { groups, commit };
}

/** Lets everything that is ready run, without time passing. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

async function stateOf(promise: Promise<unknown>): Promise<string> {
  return Promise.race([
    promise.then(
      () => "resolved",
      (error: Error) => error.message,
    ),
    settle().then(() => "waiting"),
  ]);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("records are committed in groups", () => {
  test("a record waits 10 ms for company", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit);
    void writer.write(1);
    await vi.advanceTimersByTimeAsync(9);
    void writer.write(2);
    expect(groups).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups.map(({ items }) => items)).toEqual([[1, 2]]);
  });

  test("the 256th record ends the waiting", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit);
    for (let item = 1; item <= 255; item++) void writer.write(item);
    await settle();
    expect(groups).toHaveLength(0);
    void writer.write(256);
    await settle();
    expect(groups.map(({ items }) => items.length)).toEqual([256]);
  });

  test("both limits can be set", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit, { maxRecords: 2, maxWaitMs: 50 });
    void writer.write(1);
    await vi.advanceTimersByTimeAsync(49);
    expect(groups).toHaveLength(0);
    void writer.write(2);
    await settle();
    expect(groups).toHaveLength(1);
  });

  test("groups follow one another in the order they were written; what comes while the disk is busy goes as one", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit, { maxRecords: 1 });
    for (const item of [1, 2, 3]) void writer.write(item);
    await settle();
    expect(groups.map(({ items }) => items)).toEqual([[1]]);
    groups[0]?.succeed();
    await settle();
    expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    groups[1]?.succeed();
    await writer.flush();
  });

  test("a flush does not wait for company", async () => {
    const written: number[] = [];
    const writer = new GroupWriter<number>(async (items) => void written.push(...items));
    void writer.write(1);
    await writer.flush();
    expect(written).toEqual([1]);
  });

  test("a flush with nothing to write is over at once, and commits nothing", async () => {
    const { groups, commit } = heldCommits();
    await new GroupWriter(commit).flush();
    expect(groups).toHaveLength(0);
  });

  test("nothing is committed twice: the timer of a flushed group is gone", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit);
    void writer.write(1);
    void writer.flush();
    await vi.advanceTimersByTimeAsync(100);
    expect(groups).toHaveLength(1);
  });
});

describe("a promise is kept when its record is on disk", () => {
  test("it resolves after the commit, never before", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit, { maxRecords: 1 });
    const first = writer.write(1);
    const second = writer.write(2);
    expect(await stateOf(first)).toBe("waiting");
    groups[0]?.succeed();
    expect(await stateOf(first)).toBe("resolved");
    expect(await stateOf(second)).toBe("waiting");
    groups[1]?.succeed();
    expect(await stateOf(second)).toBe("resolved");
  });

  test("a flush waits for the groups before it too", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit, { maxRecords: 1 });
    void writer.write(1);
    void writer.write(2);
    const flushed = writer.flush();
    await settle();
    groups[0]?.succeed();
    expect(await stateOf(flushed)).toBe("waiting");
    groups[1]?.succeed();
    expect(await stateOf(flushed)).toBe("resolved");
  });
});

describe("a commit that fails", () => {
  test("stops everything after it, and nothing waits for ever", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit, { maxRecords: 2 });
    const lost = [writer.write(1), writer.write(2)];
    const queued = [writer.write(3), writer.write(4)];
    const waiting = writer.write(5);
    await settle();
    groups[0]?.fail(new Error("the disk is full"));
    await vi.advanceTimersByTimeAsync(10);
    const later = writer.write(6);
    await vi.advanceTimersByTimeAsync(10);
    for (const promise of [...lost, ...queued, waiting, later]) expect(await stateOf(promise)).toBe("the disk is full");
    expect(groups).toHaveLength(1);
  });

  test("leaves what was committed before it alone", async () => {
    const { groups, commit } = heldCommits();
    const writer = new GroupWriter(commit, { maxRecords: 1 });
    const kept = writer.write(1);
    void writer.write(2);
    await settle();
    groups[0]?.succeed();
    await settle();
    groups[1]?.fail(new Error("the disk is full"));
    expect(await stateOf(kept)).toBe("resolved");
    await expect(writer.flush()).rejects.toThrow("the disk is full");
  });

  test("is the same error for everybody, so that it is reported once", async () => {
    const failure = new Error("the disk is full");
    const writer = new GroupWriter(() => Promise.reject(failure), { maxRecords: 1 });
    const errors = await Promise.all(
      [writer.write(1), writer.write(2), writer.flush(), writer.flush()].map((promise) =>
        promise.catch((error: unknown) => error),
      ),
    );
    expect(new Set(errors)).toEqual(new Set([failure]));
  });

  test("crashes nobody who does not wait for it", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const writer = new GroupWriter<number>((): Promise<void> => Promise.reject(new Error("the disk is full")), {
      maxRecords: 1,
    });
    void writer.write(1);
    void writer.write(2);
    await settle();
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("may fail before it even begins", async () => {
    const writer = new GroupWriter<number>(
      () => {
        throw new Error("no row for this record");
      },
      { maxRecords: 1 },
    );
    expect(await stateOf(writer.write(1))).toBe("no row for this record");
  });
});
