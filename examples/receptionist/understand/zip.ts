import { readAddress } from "./address.ts";
import { plainLine } from "./plain-line.ts";
import { withDigits } from "./spoken-digits.ts";

/** The ZIP code in a line: five digits that are no house number, also when read out one by one. */
export function readZip(line: string): string | undefined {
  const plain = withDigits(plainLine(line));
  const address = readAddress(line);
  const rest = address === undefined ? plain : plain.replace(address, " ");
  return (
    /(?<![\d+-])(\d{5})(?:-\d{4})?(?![\d-])/.exec(rest)?.[1] ??
    /\bzip\D{0,12}(\d{3}) (\d{2})\b/i.exec(rest)?.slice(1, 3).join("")
  );
}
