import { basename, extname, join } from "node:path";
import type { Redactor } from "../base/index.ts";
import { type Cassette, openCassette, safeFileName } from "../model/index.ts";

/**
 * Where the judge's answers about given transcripts are recorded: separately from the suite's tapes, which hold answers
 * about other conversations of the same cases.
 */
export function givenCassette(suite: Cassette, name: string, redactor: Redactor): Cassette {
  return insideOf(suite, ["_given", safeFileName(name)], redactor);
}

/** Where the judge's answers in one way of an audit are recorded: no other command replays them. */
export function auditCassette(suite: Cassette, way: string, redactor: Redactor): Cassette {
  return insideOf(suite, ["_audit", way], redactor);
}

/** A cassette in a suite's folder. Evaluation steps do not depend on a conversation, so the suite's are used. */
function insideOf(suite: Cassette, path: readonly string[], redactor: Redactor): Cassette {
  // No variant has such a folder: a name that begins with "_" is encoded.
  const own = openCassette(join(suite.directory, ...path), { redactor });
  return { ...own, readSuite: async (variant) => (await own.readSuite(variant)) ?? suite.readSuite(variant) };
}

/** The name of a set of files, which stays when they are changed: "monday", "monday+tuesday". */
export function givenName(files: readonly string[]): string {
  return files.map((file) => basename(file, extname(file))).join("+");
}
