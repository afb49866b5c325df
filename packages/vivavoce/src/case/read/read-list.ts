import { depthFault, nameFault } from "./fault.ts";
import { idOf, type ReadItem } from "./raw-case.ts";
import { shapeFault } from "./shape.ts";

/** Cases given in code. */
export function* readList(cases: readonly unknown[]): Generator<ReadItem> {
  for (const [offset, value] of cases.entries()) {
    const shape = shapeFault(value);
    if (!shape) yield { kind: "case", value, flaws: [], offset, length: 0 };
    else {
      const { message, remedy } = shape.kind === "depth" ? depthFault(0) : nameFault(0);
      yield { kind: "unreadable", id: idOf(value), offset, flaws: [{ message, remedy }] };
    }
  }
}
