import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFiles } from "../../../case/fixtures/temporary-files.ts";
import { follow, textsBehind } from "./config-files.ts";

test("references lead to files below the folder, and nowhere else", async () => {
  const root = await temporaryFiles({
    "secret.txt": "s",
    "config/a.txt": "A",
    "config/t/1.yaml": "",
    "config/t/2.yaml": "",
  });
  const folder = join(root, "config");
  symlinkSync(join(root, "secret.txt"), join(folder, "link.txt"));
  expect(await textsBehind("file://a.txt", folder)).toEqual({ found: [{ path: join(folder, "a.txt"), text: "A" }] });
  expect(await follow("file://t/*.yaml", folder)).toEqual({
    found: [join(folder, "t/1.yaml"), join(folder, "t/2.yaml")],
  });
  const refused = {
    "file://../secret.txt": "is outside the config's folder",
    "file:///etc/passwd": "is outside the config's folder",
    "file://link.txt": "leads outside the config's folder",
    "file://missing.txt": "is missing",
    "file://t/*.csv": "matches no file",
    "file://make.py:tests": "is a program, and an import runs no code",
    "file://make.js": "is a program, and an import runs no code",
    "https://example.com/x.csv": "is not a local file",
    "file://book.xlsx#1": "is a spreadsheet; save it as CSV",
  };
  for (const [reference, why] of Object.entries(refused))
    expect(await follow(reference, folder)).toEqual({ refused: why });
});
