/** The pointer (RFC 6901) one step further: `pointerTo("/a", "b/c")` is `/a/b~1c`. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
