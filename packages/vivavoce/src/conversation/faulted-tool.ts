import type { FaultKind } from "../shape/index.ts";

/** A tool that fails because Viva makes it fail, by a fault or a mock. The agent sees an ordinary error. */
export class FaultedTool extends Error {
  override readonly name = "FaultedTool";
  /** The fault of the tool. */
  readonly kind: FaultKind | "mock";

  constructor(kind: FaultedTool["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
