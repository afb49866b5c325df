/**
 * The text of a file's name. Names are bytes on some systems, and a name need not be UTF-8: its other bytes are then
 * shown as `\xE9`, since the usual replacement character would give several files one name and lead to none of them.
 */
export function nameText(name: Buffer): string {
  return isText(name) ? name.toString() : name.toString("latin1").replace(/[^ -~]/g, asByte);
}

/** Whether the name can be written as text without a loss. */
export function isText(name: Buffer): boolean {
  return Buffer.from(name.toString()).equals(name);
}

function asByte(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
