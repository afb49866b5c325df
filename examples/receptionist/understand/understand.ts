import { readAddress } from "./address.ts";
import { readAnswer } from "./answer.ts";
import { type Correction, readCorrection } from "./correction.ts";
import { readDuration } from "./duration.ts";
import { readEquipment } from "./equipment.ts";
import { type HazardReading, readHazard } from "./hazard.ts";
import { type Intent, readIntent } from "./intent.ts";
import { readName } from "./name.ts";
import { readProblem } from "./problem.ts";
import { readRefusal } from "./refusal.ts";
import { readSafetyAnswer, type SafetyAnswer } from "./safety-answer.ts";
import { readTiming, type Timing } from "./timing.ts";
import { readZip } from "./zip.ts";

/** What the caller was asked for last, if anything: it decides what a bare word means. */
export type Asked = "customer_name" | "problem_description" | "service_address" | "zip_code" | "preferred_time";

/** The facts that a line gives, by the session's names for them. */
export interface Facts {
  customer_name?: string | undefined;
  zip_code?: string | undefined;
  service_address?: string | undefined;
  problem_description?: string | undefined;
  equipment?: string | undefined;
  problem_duration?: string | undefined;
}

/** All that can be read from one line of a caller. */
export interface Reading {
  hazard: HazardReading;
  safety: SafetyAnswer;
  intent: Intent;
  answer: "yes" | "no" | undefined;
  correction: Correction | undefined;
  refuses: boolean;
  timing: Timing | undefined;
  facts: Facts;
}

/**
 * Reads a caller's line by patterns alone: no model decides where a call goes.
 *
 * @example understand("It's Maria", "customer_name").facts.customer_name; // "Maria"
 */
export function understand(line: string, asked?: Asked): Reading {
  const hazard = readHazard(line);
  const refuses = readRefusal(line);
  const facts: Facts = {
    customer_name: readName(line, { asked: asked === "customer_name" && !refuses }),
    zip_code: readZip(line),
    service_address: readAddress(line, { asked: asked === "service_address" }),
    problem_description: readProblem(line, { asked: asked === "problem_description" }),
    equipment: readEquipment(line),
    problem_duration: readDuration(line),
  };
  const timing = readTiming(line, { asked: asked === "preferred_time" });
  return {
    hazard,
    safety: readSafetyAnswer(line, hazard),
    intent: readIntent(line),
    answer: readAnswer(line),
    correction: correctionWith(line, { ...facts, timing }),
    refuses,
    timing,
    facts,
  };
}

/** Only who says what is wrong, or what is right, corrects anything: "actually, no" is a no. */
function correctionWith(line: string, given: object): Correction | undefined {
  const correction = readCorrection(line);
  const saysWhat = correction && (correction.fields.length > 0 || correction.swap !== undefined);
  return saysWhat || Object.values(given).some((value) => value !== undefined) ? correction : undefined;
}
