/** Every e-mail address in a text, written or said with "at" and "dot", in small letters. */
export function findEmails(text: string): string[] {
  const written = text
    .toLowerCase()
    .replace(/\s+at\s+/g, "@")
    .replace(/\s+(?:dot|period|point)\s+/g, ".")
    .replace(/\s+underscore\s+/g, "_")
    .replace(/\s+(?:dash|hyphen)\s+/g, "-");
  return written.match(/[\p{L}\d._+-]{1,64}@[\p{L}\d-]{1,64}(?:\.[\p{L}\d-]{1,64}){1,4}/gu) ?? [];
}
