import { keyed } from "./keyed.tsx";

/** The parts of a name between which a line may break: "tool_", "decision". */
export const partsOf = (name: string): string[] => name.split(/(?<=[_\-./:\s])|(?<=[a-z])(?=[A-Z])/);

/** A name that breaks between its words, not within them. */
export function Breakable({ name }: { name: string }) {
  return keyed(partsOf(name), (part, index) => (
    <>
      {index > 0 ? <wbr /> : undefined}
      {part}
    </>
  ));
}
