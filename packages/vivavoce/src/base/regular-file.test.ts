import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRegularFile, readRegularFile, readRegularFileSync, sliceOfRegularFile } from "./regular-file.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "viva-file-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function expectRefused(file: string, kind: string): Promise<void> {
  const refusal = { name: "InputError", message: expect.stringContaining(`this is ${kind}, not a regular file`) };
  await expect(readRegularFile(file)).rejects.toMatchObject(refusal);
  await expect(openRegularFile(file)).rejects.toMatchObject(refusal);
  expect(() => readRegularFileSync(file)).toThrow(`this is ${kind}, not a regular file`);
  expect(() => sliceOfRegularFile(file, 0, 1)).toThrow(`this is ${kind}, not a regular file`);
}

test("a regular file is read, also by a link; one that is missing is the error that it always was", async () => {
  const file = join(folder(), "text");
  writeFileSync(file, "words");
  symlinkSync(file, `${file}-link`);
  expect((await readRegularFile(`${file}-link`)).toString()).toBe("words");
  expect(readRegularFileSync(file).toString()).toBe("words");
  expect(sliceOfRegularFile(file, 1, 3).toString()).toBe("ord");
  expect(sliceOfRegularFile(file, 3, 9).toString()).toBe("ds");
  await (await openRegularFile(file)).close();
  await expect(readRegularFile(`${file}-missing`)).rejects.toMatchObject({ code: "ENOENT" });
});

test.skipIf(process.platform === "win32")("what else may stand in its place is refused at once", async () => {
  const place = folder();
  mkdirSync(join(place, "folder"));
  execFileSync("mkfifo", [join(place, "pipe")]);
  symlinkSync(join(place, "pipe"), join(place, "link"));
  const server = createServer().listen(join(place, "socket"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  await expectRefused(join(place, "folder"), "a folder");
  await expectRefused(join(place, "pipe"), "a named pipe");
  await expectRefused(join(place, "link"), "a named pipe");
  await expectRefused(join(place, "socket"), "a socket");
  await expectRefused("/dev/zero", "a device");
});
