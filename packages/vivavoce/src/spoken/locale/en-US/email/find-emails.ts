/** Every e-mail address in a text, written or said with "at" and "dot", in small letters. */
export function findEmails(text: string): string[] {
  const written = text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ at /g, "@")
    .replace(/ (?:dot|period|point) /g, ".")
    .replace(/ underscore /g, "_")
    .replace(/ (?:dash|hyphen) /g, "-");
  return written.match(/[\p{L}\d._+-]{1,64}@[\p{L}\d-]{1,64}(?:\.[\p{L}\d-]{1,64}){1,4}/gu) ?? [];
}
