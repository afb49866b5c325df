import { InfrastructureError, type Problem } from "../base/index.ts";

/** The kinds of problems with the store, or with this process's claim to a run in it. */
export type StoreFault =
  | "full"
  | "unreachable"
  | "locked"
  | "read-only"
  | "damaged"
  | "disk"
  | "unopenable"
  | "taken-over"
  | "vanished"
  | "log-lost";

/** The store could not be read or written: never a result about the agent. */
export class StoreError extends InfrastructureError {
  override readonly name = "StoreError";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, problem: Problem & { cause?: unknown }) {
    super(problem);
    this.fault = fault;
  }
}
