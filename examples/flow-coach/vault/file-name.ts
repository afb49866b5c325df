import { confine } from "vivavoce/world";

const forbidden = /[\\/:*?"<>|#^[\]]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const control = /[\u0000-\u001f\u007f]/;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Why a title cannot be the name of a note that every system can store and every link can reach; undefined if it can. */
export function fileNameProblem(title: string): string | undefined {
  if (title.trim() === "") return "is blank";
  if (control.test(title)) return "holds a control character";
  const character = forbidden.exec(title)?.[0];
  if (character !== undefined) return `holds ${character}`;
  if (title !== title.trim()) return "begins or ends with a space";
  if (title.startsWith(".") || title.endsWith(".")) return "begins or ends with a dot";
  if (reservedOnWindows.test(title)) return "is a name that Windows keeps for itself";
  if (title.length > 200) return "is longer than 200 characters";
  return isConfined(title) ? undefined : "does not lead to a place in the vault";
}

function isConfined(title: string): boolean {
  try {
    confine(`${title}.md`);
    return true;
  } catch {
    return false;
  }
}
