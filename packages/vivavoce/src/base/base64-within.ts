/** The characters of a base64 text that come only from these bytes, if this many other bytes come before them. */
export function base64Within(bytes: Buffer, before: number, alphabet: "base64" | "base64url"): string {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  return padded.toString(alphabet).slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
}
