import { messageOf } from "../base/index.ts";
import { cleanText } from "./clean-text.ts";

/**
 * An agent may leave a promise or a timer behind that fails when its trial is long over. That is reported, and takes no
 * other trial with it. Returns what makes such errors fatal again.
 */
export function reportStrayErrors(): () => void {
  const told = new Set<string>();
  const tell = (error: unknown) => {
    const message = cleanText(messageOf(error));
    if (told.has(message)) return;
    told.add(message);
    process.stderr.write(`\nviva: an error that nobody waited for, left behind by an agent perhaps: ${message}\n`);
  };
  process.on("unhandledRejection", tell);
  process.on("uncaughtException", tell);
  return () => {
    process.off("unhandledRejection", tell);
    process.off("uncaughtException", tell);
  };
}
