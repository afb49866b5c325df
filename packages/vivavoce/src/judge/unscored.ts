import type { JsonValue } from "../base/index.ts";

/**
 * Thrown if the judge was asked and gave no valid answer: the score becomes `unscored`, never a number.
 * Recognised by its name, so that it survives two copies of the package.
 */
export class Unscored extends Error {
  override readonly name = "Unscored";
  /** What was asked and answered, as JSON, for people who look into it. */
  readonly detail: JsonValue | undefined;

  constructor(reason: string, detail?: JsonValue) {
    super(reason);
    this.detail = detail;
  }

  static is(error: unknown): error is Unscored {
    return error instanceof Error && error.name === "Unscored";
  }
}
