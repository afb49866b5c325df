import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { isThere, shownOwner, thisProcess } from "./owner.ts";

test("this process is there, by its short name and by its long one", () => {
  expect(shownOwner(thisProcess())).toBe(`${process.pid}@${hostname()}`);
  expect(isThere(thisProcess())).toBe(true);
  expect(isThere(`${process.pid}@${hostname()}`)).toBe(true);
  expect(isThere(`999999999@${hostname()}`)).toBe(false);
  expect(isThere("1@elsewhere")).toBeUndefined();
});

describe.skipIf(!existsSync("/proc/self/stat"))("where the system lists its processes", () => {
  const [name, place, began] = thisProcess().split("/");

  test("another process that got the number of one that ended is not that one", () => {
    expect(isThere(`${name}/${place}/${Number(began) - 1}`)).toBe(false);
    expect(isThere(`1@${hostname()}/${place}/1`)).toBe(false);
  });

  test("of another start of the machine, or of another container, a number says nothing", () => {
    const [boot, numbers] = place?.split(":") ?? [];
    expect(isThere(`${name}/${boot}:${Number(numbers) + 1}/${began}`)).toBeUndefined();
    expect(isThere(`${name}/another-boot:${numbers}/${began}`)).toBeUndefined();
  });

  test("a process that was killed and that nobody has asked for its exit code is gone", async () => {
    // The shell starts a child, says its number and becomes a program that never asks for the child's end.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    try {
      const [said] = await once(parent.stdout, "data");
      const pid = Number(String(said));
      const state = () => readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[2];
      expect(isThere(`${pid}@${hostname()}`)).toBe(true);
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, "latin1").trim() === "sleep");
      process.kill(pid, "SIGKILL");
      await until(() => state() === "Z");
      expect(isThere(`${pid}@${hostname()}`)).toBe(false);
    } finally {
      parent.kill("SIGKILL");
    }
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
