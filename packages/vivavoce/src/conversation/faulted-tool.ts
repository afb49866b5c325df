import type { FaultKind } from "../case/index.ts";

/** A tool fails because Viva lets it: a fault, or a mock that says so. To the agent it is an error like any other. */
export class FaultedTool extends Error {
  override readonly name = "FaultedTool";
  /** What is laid over the tool. */
  readonly kind: FaultKind | "mock";

  constructor(kind: FaultedTool["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
