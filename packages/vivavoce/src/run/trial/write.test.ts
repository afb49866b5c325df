import { describe, expect, test } from "vitest";
import { inTrial, play } from "../../conversation/index.ts";
import type { Store, StoreRecord } from "../../store/index.ts";
import type { PlannedTrial } from "../plan.ts";
import { TrialBooks } from "./write.ts";

const trial = { key: "case", position: 0, caseId: "case", caseHash: "hash", caseIndex: 0, variant: {}, repeat: 1 };

/** The books of a trial, and what they write. */
function booksOf() {
  const written: StoreRecord[] = [];
  const store = { put: (record: StoreRecord) => void written.push(record) } as Store;
  const run = { store, run: "run", plan: { position: 0, mode: { kind: "live" } } } as const;
  const books = new TrialBooks(run, trial as PlannedTrial);
  return { books, written };
}

describe("a trial whose agent takes the process with it", () => {
  test("is written down as failed, with what was said before", async () => {
    const { books, written } = booksOf();
    const agent = {
      name: "agent",
      version: "1",
      open: ({ record }: { record(event: { type: "text"; text: string }): void }) => ({
        async reply() {
          record({ type: "text", text: "One moment." });
          if (written.length === 0) books.fail("threw", "it called process.exit(0)");
        },
      }),
    };
    await inTrial({ caseId: "case", repeat: 1 }, () => play(agent, { id: "case", script: [{ content: "Hello" }] }));
    expect(written).toMatchObject([
      {
        type: "played",
        transcript: {
          case: "case",
          agent: { name: "agent" },
          exchanges: [{ number: 1, items: [{ type: "text", text: "One moment." }] }],
          outcome: { kind: "agent-failed", reason: "threw", message: "it called process.exit(0)", exchange: 1 },
        },
      },
      { type: "scored", status: "failed" },
    ]);
  });

  test("before its conversation has begun fails as well; one that is written down stays what it was", () => {
    const { books, written } = booksOf();
    expect(books.fail("time-limit", "busy")).toBe(true);
    expect(books.fail("time-limit", "busy again")).toBe(false);
    expect(written).toMatchObject([
      { type: "played", transcript: { exchanges: [], outcome: { kind: "agent-failed", message: "busy" } } },
      { type: "scored", status: "failed" },
    ]);
  });
});
