import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { modelEnvironment } from "./provider.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "viva-environment-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string) => writeFileSync(join(folder, ".env"), text);

test("a folder's .env adds to the environment", () => {
  write('# keys\nOPENAI_API_KEY="sk-from-file"\nexport OLLAMA_BASE_URL=http://box:11434/v1\n');
  expect(modelEnvironment(folder, { HOME: "/home/me" })).toEqual({
    HOME: "/home/me",
    OPENAI_API_KEY: "sk-from-file",
    OLLAMA_BASE_URL: "http://box:11434/v1",
  });
});

test("what is set is not overwritten, even by an empty value", () => {
  write("A=file\nB=file\nC=file\n");
  expect(modelEnvironment(folder, { A: "set", B: "", C: undefined })).toEqual({ A: "set", B: "", C: "file" });
});

test("neither the environment given nor the process's is changed", () => {
  write("VIVA_TEST_ONLY=file\n");
  const given = { A: "1" };
  modelEnvironment(folder, given);
  expect(given).toEqual({ A: "1" });
  expect(modelEnvironment(folder)).toHaveProperty("VIVA_TEST_ONLY", "file");
  expect(process.env).not.toHaveProperty("VIVA_TEST_ONLY");
});

test("a byte order mark is not part of the first name", () => {
  write("\uFEFFA=1\n");
  expect(modelEnvironment(folder, {})).toEqual({ A: "1" });
});

test("no .env is not a problem", () => {
  expect(modelEnvironment(folder, { A: "1" })).toEqual({ A: "1" });
});

test("a .env that cannot be read is, and the error names it", () => {
  mkdirSync(join(folder, ".env"));
  expect(() => modelEnvironment(folder, {})).toThrow(InputError);
  expect(() => modelEnvironment(folder, {})).toThrow(join(folder, ".env"));
});

test("a .env that is a pipe is refused at once, with what it is", () => {
  execFileSync("mkfifo", [join(folder, ".env")]);
  expect(() => modelEnvironment(folder, {})).toThrow("this is a named pipe, not a regular file");
});
