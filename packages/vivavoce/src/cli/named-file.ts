import { mkdir } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { InputError, isMissing, messageOf, noSuchFile, readRegularFile, VivaError } from "../base/index.ts";
import { writeWhole } from "../report/index.ts";

/** Where a file is that the user named, and what is said if it cannot be written or read. */
interface Wish {
  cwd: string;
  fault: string;
}

/** Writes a file, whole or not at all, and returns its path as it is shown. */
export async function writeNamed(
  file: string,
  { cwd, fault }: Wish,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<string> {
  const path = resolve(cwd, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, async (write) => {
      for await (const piece of pieces) await write(piece);
    });
  } catch (error) {
    // A store that cannot be read says so itself.
    if (error instanceof VivaError) throw error;
    throw new InputError({ message: `${fault}: ${messageOf(error)}`, place: { file } }, error);
  }
  return relative(cwd, path);
}

export async function readNamed(file: string, { cwd, fault }: Wish): Promise<string> {
  const bytes = await readRegularFile(resolve(cwd, file)).catch((error) => {
    if (error instanceof InputError) throw error;
    if (isMissing(error)) throw noSuchFile(file, cwd);
    throw new InputError({ message: `${fault}: ${messageOf(error)}`, place: { file } }, error);
  });
  return bytes.toString("utf8");
}
