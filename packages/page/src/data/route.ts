import { useSyncExternalStore } from "react";

/** Where the reader is: "#/run/7f3a?status=failed" is the path ["run", "7f3a"] with its query. */
export interface Route {
  path: readonly string[];
  query: URLSearchParams;
}

/** The route in an address. The part behind the # never leaves the browser, so that a report's file has addresses too. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return { path: path === "" ? [] : path.split("/").map(decoded), query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a route, for links. Parts of the query that are empty are left out. */
export function address(
  path: readonly (string | number)[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const words = new URLSearchParams(given).toString();
  return `#/${path.map((part) => encodeURIComponent(String(part).toWellFormed())).join("/")}${words === "" ? "" : `?${words}`}`;
}

/** Goes to an address; `replace` leaves no trace in the history, as for a filter while it is typed. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(history.state, "", to);
  else location.hash = to;
  // The browser's own event comes later: a key pressed meanwhile would be one of the page that was left.
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Writes parts of the query into the address of this page; an empty one is taken out. */
export function changeQuery(parts: Readonly<Record<string, string>>): void {
  const { path, query } = parseRoute(location.hash);
  go(address(path, { ...Object.fromEntries(query), ...parts }), { replace: true });
}

const listen = (tell: () => void) => {
  addEventListener("hashchange", tell);
  return () => removeEventListener("hashchange", tell);
};

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(listen, () => location.hash));
}
