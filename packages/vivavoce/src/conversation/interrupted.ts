import { VivaError } from "../base/index.ts";

/** The run was stopped during this conversation: it has no result and will be played again. */
export class Interrupted extends VivaError {
  override readonly name = "Interrupted";
  constructor() {
    super({ message: "interrupted" });
  }
}
