import { messageOf, type Place, type Problem } from "../../base/index.ts";
import { type Ability, type Case, caseSchema, neededAbilities, pathInWords } from "../../shape/index.ts";
import type { CaseFiles } from "../case-files.ts";
import { lineCases } from "../line-cases.ts";
import type { CaseFinding, Path, SourceMap } from "../read/placed-tree.ts";
import type { Position } from "../read/position.ts";
import { idOf, type RawCase, withoutSchema } from "../read/raw-case.ts";
import { checkExpectations } from "./check-expectations.ts";
import { checkTools, type KnownTools } from "./check-tools.ts";
import { ignoredFields } from "./known-fields.ts";
import { fieldsOf, validateCase } from "./validate.ts";

/** The parts of an agent that a case is checked against. What is left out is unknown and not checked. */
export interface AgentOutline {
  tools?: KnownTools | undefined;
  /** What it can do besides answering. */
  hears?: readonly Ability[] | undefined;
}

/** A case after all checks, and what they found. */
interface ExaminedCase {
  /** Absent when its schema refused it. */
  case?: Case;
  problems: Problem[];
  warnings: Problem[];
}

type Validation = Awaited<ReturnType<typeof validateCase>>;
type Complaint = Extract<Validation, { kind: "refused" }>["complaints"][number];

/** All checks of a single case. `file` is the name of its place in messages. */
export function examineCase(
  given: RawCase,
  file: string,
  source: CaseFiles,
  agent: AgentOutline,
): ExaminedCase | Promise<ExaminedCase> {
  const raw = { ...given, value: withoutSchema(given.value) };
  const validation = validateCase(source, raw.value);
  const examined = (known: Validation) => examineValidated(raw, file, source, agent, known);
  return validation instanceof Promise ? validation.then(examined) : examined(validation);
}

function examineValidated(
  raw: RawCase,
  file: string,
  source: CaseFiles,
  { tools, hears }: AgentOutline,
  validation: Validation,
): ExaminedCase {
  const placesIn = (caseId: () => string | undefined) => (position: Position | undefined) => {
    return { file, line: position?.line, column: position?.column, caseId: caseId() };
  };
  const asWritten = placesIn(() => idOf(raw.value));
  const flaws = raw.flaws.map(({ message, remedy, position }) => ({ message, remedy, place: asWritten(position) }));
  if (validation.kind === "refused") {
    const complaints = validation.complaints.map((complaint): Problem => {
      const position = raw.source && positionOfComplaint(raw.source, complaint, validation.shape);
      return { message: complaint.message, remedy: complaint.remedy, place: asWritten(position) };
    });
    return { problems: [...flaws, ...complaints, ...slipWarnings(source, raw, asWritten)], warnings: [] };
  }
  const subject = validation.case;
  const placeOf = placesIn(() => subject.id);
  const check = (one: Case) => [...checkExpectations(one), ...(tools ? checkTools(one, tools) : [])];
  const findings = placeFindings(
    [...check(subject), ...lineFindings(subject, check), ...(hears ? checkAbilities(subject, hears) : [])],
    raw,
    placeOf,
  );
  const own = ownWarnings(source, raw, placeOf);
  return {
    case: subject,
    problems: [...flaws, ...findings.problems, ...own.problems],
    warnings: [...findings.warnings, ...slipWarnings(source, raw, placeOf), ...own.warnings],
  };
}

/** The same checks for what the lines of a script expect; the rest of the case has already been checked. */
function lineFindings(subject: Case, check: (one: Case) => CaseFinding[]): CaseFinding[] {
  return lineCases({ ...subject, approvals: "approve" }).flatMap(({ index, case: line }) =>
    check(line).map((finding) => ({ ...finding, path: ["script", index, ...finding.path] })),
  );
}

type PlaceOf = (position: Position | undefined) => Place;

function placeFindings(findings: readonly CaseFinding[], raw: RawCase, placeOf: PlaceOf): ExaminedCase {
  const placed: ExaminedCase = { problems: [], warnings: [] };
  // Several findings at one path are reported as one.
  const met = new Map<string, string[]>();
  for (const finding of findings) {
    const [what, path] = [finding.hint, finding.path].map((part) => JSON.stringify(part)) as [string, string];
    const paths = met.get(what) ?? [];
    if (!paths.includes(path)) met.set(what, [...paths, path]);
    const nth = paths.includes(path) ? paths.indexOf(path) : paths.length;
    const place = placeOf(raw.source && positionOfFinding(raw.source, finding, nth));
    const list = finding.level === "problem" ? placed.problems : placed.warnings;
    list.push({ message: finding.message, remedy: finding.remedy, place });
  }
  return placed;
}

/** Fields that an owner's schema drops silently and that look like a spelling mistake. */
function slipWarnings({ schema }: CaseFiles, { value, source }: RawCase, placeOf: PlaceOf): Problem[] {
  if (schema === caseSchema) return [];
  return ignoredFields(fieldsOf(schema), value).map(({ path, meant }) => ({
    message: `the schema passes over the field ${pathInWords(path)}`,
    remedy: `did you mean "${meant}"?`,
    place: placeOf(source?.field(path)),
  }));
}

function ownWarnings(source: CaseFiles, raw: RawCase, placeOf: PlaceOf): ExaminedCase {
  try {
    const warnings = source.warnings(raw.value).map(({ message, path, remedy }) => ({
      message,
      remedy,
      place: placeOf(raw.source?.field(path)),
    }));
    return { problems: [], warnings };
  } catch (error) {
    const message = `the suite's warnings function failed on this case: ${messageOf(error)}`;
    return { problems: [{ message, place: placeOf(raw.source?.start) }], warnings: [] };
  }
}

/** Where to point for a complaint about the case as written, or about what the schema made from it. */
export function positionOfComplaint(
  source: SourceMap,
  { path, target, found }: Complaint,
  shape: "input" | "output",
): Position {
  if (shape === "input") return target === "field" ? source.field(path) : source.value(path);
  const value = typeof found === "string" || typeof found === "number" ? found : undefined;
  return (value === undefined ? undefined : source.find({ kind: "value", value })) ?? source.start;
}

/**
 * Where to point for something found in the finished case: its path if the text has the same shape, otherwise the value or
 * name itself; `nth` if the same thing was found before.
 */
export function positionOfFinding(source: SourceMap, { path, hint }: CaseFinding, nth: number): Position {
  if (source.has(path)) return hint.kind === "field" ? source.field(path) : source.value(path);
  return source.find(hint, nth) ?? source.start;
}

const abilities: Record<Ability, { asks: string; method: string }> = {
  greet: { asks: "the agent speaks first", method: "greet(signal)" },
  silence: { asks: "the user stays silent", method: "silence(ms, signal)" },
  interrupt: { asks: "the user interrupts the agent", method: "interrupt(message, heard, signal)" },
};

/** Why a case cannot be played with an agent that lacks an ability, and what to do. */
export function lacking(ability: Ability): { message: string; remedy: string } {
  const { asks, method } = abilities[ability];
  return {
    message: `${asks} in this case, but the agent's session has no ${ability}()`,
    remedy: `Give the session ${method}, or take this out of the case.`,
  };
}

/** What a case needs although the agent says that it cannot do it. */
function checkAbilities(subject: Case, hears: readonly Ability[]): CaseFinding[] {
  return neededAbilities(subject)
    .filter((ability) => !hears.includes(ability))
    .map((ability) => {
      const path = placeOf(ability, subject);
      return { level: "problem", ...lacking(ability), path, hint: { kind: "field", name: String(path.at(-1)) } };
    });
}

function placeOf(ability: Ability, { script }: Case): Path {
  if (ability === "greet") return ["opens"];
  const field = ability === "silence" ? "silence" : "interrupts";
  const line = script.findIndex((one) => one[field] !== undefined);
  return line < 0 ? ["user", "behaviours"] : ["script", line, field];
}
