import { join } from "node:path";
import { expect } from "vitest";
import { pythonWith } from "../../scripts/python-with.ts";

export { outputOf } from "../../scripts/python-with.ts";

/** A Python with packages, or a test that is skipped loudly where the index is out of reach; where it has to be there, it fails. */
export async function pythonFor(what: string, skip: (note: string) => never, name: string, requirements: string) {
  const python = await pythonWith(join(import.meta.dirname, "..", name), join(import.meta.dirname, requirements));
  if ("path" in python) return python.path;
  if (process.env.VIVA_FRAMEWORKS === "required") expect.fail(python.missing);
  console.warn(`\nNOT TESTED: ${what}.\n${python.missing}\n`);
  return skip(python.missing);
}
