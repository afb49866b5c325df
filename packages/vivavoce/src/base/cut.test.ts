import { expect, test } from "vitest";
import { Cut, followAbort } from "./cut.ts";

test("a cut is made once, with its first reason, and only who still listens is told", () => {
  const cut = new Cut();
  const told: string[] = [];
  const left = () => void told.push("left");
  cut.addEventListener("abort", left);
  cut.addEventListener("abort", () => void told.push(String(cut.reason)));
  cut.removeEventListener("abort", left);
  cut.abort("first");
  cut.abort("second");
  expect(told).toEqual(["first"]);
  expect(cut.signal).toMatchObject({ aborted: true, reason: "first" });
});

test("signals that follow another are aborted with it and its reason, unless they have ended", () => {
  const run = new AbortController();
  const [one, two] = [followAbort(run.signal), followAbort(run.signal)];
  two.end();
  run.abort("Ctrl-C");
  expect([one.signal.reason, two.signal.aborted]).toEqual(["Ctrl-C", false]);
  expect(followAbort(run.signal).signal.reason).toBe("Ctrl-C");
});
