/** One form for one path: forward slashes, none doubled or at the ends, plain spaces, Unicode NFC; "/" is the top. */
export function normalizePath(path: string): string {
  const plain = path
    .replace(/[\\/]+/g, "/")
    .replace(/^\/|\/$/g, "")
    .replace(/[\u00a0\u202f]/g, " ")
    .normalize("NFC");
  return plain === "" ? "/" : plain;
}

/** The folder a path lies in; "/" for what lies at the top. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "/" : path.slice(0, end);
}
