import { VivaError } from "../base/index.ts";

/** The run was stopped while this conversation was going on: it has no result and will be played again. */
export class Interrupted extends VivaError {
  override readonly name = "Interrupted";
  constructor() {
    super({ message: "interrupted" });
  }
}
