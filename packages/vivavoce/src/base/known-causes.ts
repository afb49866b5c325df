import { messageOf } from "./errors.ts";

/** A cause that an error's text or code gives away, and what helps. */
interface KnownCause<Kind extends string> {
  kind: Kind;
  says: string;
  remedy: string;
}

/** Finds the cause of an error in a table with the lines "kind | pattern | what it says | remedy": the first that fits. */
export function knownCauses<Kind extends string>(table: string): (error: unknown) => KnownCause<Kind> | undefined {
  const rows = table.trim().split("\n");
  const causes = rows.map((row) => {
    const [kind, when = "", says = "", remedy = ""] = row.split(" | ");
    return { kind: kind as Kind, when: new RegExp(when, "is"), says, remedy };
  });
  return (error) => {
    const text = `${messageOf(error)} ${(error as { code?: unknown } | undefined)?.code ?? ""}`;
    return causes.find(({ when }) => when.test(text));
  };
}
