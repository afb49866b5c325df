/** A character that Unicode assigns to nobody. */
const escapeCharacter = "\u{10fffe}";

/** A text as PostgreSQL can hold it: it refuses the character NUL, which SQLite keeps. */
export function toPostgres(value: unknown): unknown {
  if (typeof value !== "string" || !(value.includes("\0") || value.includes(escapeCharacter))) return value;
  return value.replaceAll(escapeCharacter, `${escapeCharacter}1`).replaceAll("\0", `${escapeCharacter}0`);
}

/** The text that was given. */
export function fromPostgres(value: unknown): unknown {
  if (typeof value !== "string" || !value.includes(escapeCharacter)) return value;
  return value.replaceAll(`${escapeCharacter}0`, "\0").replaceAll(`${escapeCharacter}1`, escapeCharacter);
}
