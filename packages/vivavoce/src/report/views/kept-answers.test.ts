import { expect, test } from "vitest";
import type { Store, StoredRun } from "../../store/index.ts";
import { KeptAnswers } from "./kept-answers.ts";

const run = (id: string, updatedAt: number, owner?: string) => ({ id, updatedAt, owner }) as StoredRun;

test("what was computed is kept until a run is written, never for one that is being played, and not after a fault", async () => {
  const kept = new KeptAnswers<number>();
  const store = {} as Store;
  let made = 0;
  const make = async () => ++made;
  expect(await kept.get(store, "x", [run("a", 1)], make)).toBe(1);
  expect(await kept.get(store, "x", [run("a", 1)], make)).toBe(1);
  expect(await kept.get(store, "y", [run("a", 1)], make)).toBe(2);
  expect(await kept.get(store, "x", [run("a", 2)], make)).toBe(3);
  expect(await kept.get(store, "x", [run("a", 3, "1@here")], make)).toBe(4);
  expect(await kept.get(store, "x", [run("a", 3, "1@here")], make)).toBe(5);
  const broken = () => Promise.reject(new Error("busy"));
  await expect(kept.get(store, "x", [run("b", 1)], broken)).rejects.toThrow("busy");
  expect(await kept.get(store, "x", [run("b", 1)], make)).toBe(6);
  for (let index = 0; index < 20; index++) await kept.get(store, `z${index}`, [run("a", 1)], make);
  expect(await kept.get(store, "x", [run("a", 1)], make)).toBe(27);
});
