import { hashOf, InputError, toJsonValue } from "../base/index.ts";
import { type CaseInput, caseSchema } from "../shape/index.ts";

/** A case as a test writes it: `say` holds the user's lines if they need no other fields. */
export type TestCase = Omit<CaseInput, "id"> & {
  /** By default the test's name. */
  id?: string;
  /** What the user says, line by line: `script` in short. */
  say?: readonly string[];
};

/** A whole case of what a test gave: a line, lines, or a case. */
export function spokenCase(given: string | readonly string[] | TestCase, testName: string | undefined): CaseInput {
  const { say, ...own } = typeof given === "string" || isLines(given) ? { say: [given].flat() } : given;
  const { script } = own;
  if (say !== undefined && script !== undefined) {
    throw new InputError({ message: "the case given to play() has say and script", remedy: "Leave one of them out." });
  }
  const lines = say === undefined ? own : { ...own, script: say.map((content) => ({ content })) };
  const whole = { ...lines, id: own.id ?? wordOf(testName ?? contentName(lines)) };
  const parsed = caseSchema.safeParse(whole);
  if (parsed.success) return whole;
  throw new InputError(
    parsed.error.issues.map(({ path, message }) => ({
      message: `the case given to play(): ${path.join(".") || "case"}: ${message}`,
    })),
  );
}

function isLines(given: object): given is readonly string[] {
  return Array.isArray(given);
}

/** If the test is not known, the conversation gives the name. */
function contentName(content: object): string {
  const { script = [] } = content as { script?: { content?: string }[] };
  return `${script[0]?.content ?? "case"} ${hashOf(toJsonValue(content)).slice(0, 6)}`;
}

const longestWord = 80;

/** A name as one word: "adds-the-action". */
export function wordOf(name: string): string {
  const word = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_.]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  if (word === "") return `test-${hashOf(name).slice(0, 6)}`;
  return word.length <= longestWord ? word : `${word.slice(0, longestWord)}-${hashOf(name).slice(0, 6)}`;
}
