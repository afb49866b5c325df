import { describe, expect, test } from "vitest";
import { isToken, type Knock, newToken, refusal } from "./guard.ts";

const own = ["127.0.0.1:4712", "localhost:4712"];
const reads = ["/", "/api/runs"];
const accepts = (path: string, method: string) =>
  method === "POST" ? path === "/api/labels" : ["GET", "HEAD"].includes(method) && reads.includes(path);

const hosts = [
  ...own,
  "LOCALHOST:4712",
  undefined,
  "",
  "127.0.0.1",
  "127.0.0.1:4713",
  "127.0.0.1:04712",
  "127.1:4712",
  "2130706433:4712",
  "127.0.0.1.:4712",
  "[::1]:4712",
  "0.0.0.0:4712",
  "evil.example",
  "evil.example:4712",
  "localhost:4712.evil.example",
  "evil.example@127.0.0.1:4712",
  "127.0.0.1:4712, evil.example",
];
const origins = [
  undefined,
  "same",
  "null",
  "",
  "http://evil.example",
  "http://evil.example:4712",
  "https://127.0.0.1:4712",
  "http://127.0.0.1:4713",
  "http://127.0.0.1:4712.evil.example",
  "http://127.0.0.1:4712/",
  "http://127.0.0.1:4712, http://evil.example",
  "file://",
  "chrome-extension://abc",
];
const sites = [undefined, "same-origin", "none", "same-site", "cross-site", "", "SAME-ORIGIN", "same-origin, none"];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "get"];
const journeys = [
  {},
  { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
  { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" },
  { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
];

interface Asked {
  host: string | undefined;
  origin: string | undefined;
  site: string | undefined;
  method: string;
  path: string;
  journey: Readonly<Record<string, string | undefined>>;
}

function* everyRequest(): Generator<Asked> {
  for (const host of hosts)
    for (const given of origins)
      for (const site of sites)
        for (const method of methods)
          for (const path of [...reads, "/api/labels"])
            for (const journey of journeys) {
              const origin = given === "same" ? `http://${host}` : given;
              yield { host, origin, site, method, path, journey };
            }
}

function knock({ host, origin, site, method, path, journey }: Asked): Knock {
  const headers: Readonly<Record<string, string | undefined>> = { host, origin, "sec-fetch-site": site, ...journey };
  return { method, path, header: (name) => headers[name] };
}

/** The rule a second time, as a list of what is allowed. */
function isAllowed({ host, origin, site, method, path, journey }: Asked): boolean {
  if (!["127.0.0.1:4712", "localhost:4712", "LOCALHOST:4712"].includes(host ?? "")) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  if (method === "POST") return path === "/api/labels" && (site === undefined || site === "same-origin");
  if ((method !== "GET" && method !== "HEAD") || path === "/api/labels") return false;
  if (site === undefined || site === "same-origin" || site === "none") return true;
  const isLink = journey["sec-fetch-dest"] === "document" && (site === "cross-site" || site === "same-site");
  return isLink && path === "/";
}

describe("who is let in", () => {
  test("every host by origin by site by method by address by way of asking: only what the list allows", () => {
    const wrong: unknown[] = [];
    let allowed = 0;
    let asked = 0;
    for (const request of everyRequest()) {
      asked += 1;
      const isLetIn = refusal(knock(request), { hosts: own }, accepts) === undefined;
      if (isLetIn) allowed += 1;
      if (isLetIn !== isAllowed(request)) wrong.push(request);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(hosts.length * origins.length * sites.length * methods.length * 3 * journeys.length);
    expect(allowed).toBeGreaterThan(100);
  });

  test("a page of another port of this machine is another site", () => {
    const request = { host: own[0], path: "/api/runs", method: "GET", journey: {}, origin: undefined };
    expect(refusal(knock({ ...request, site: "same-site" }), { hosts: own }, accepts)?.status).toBe(403);
  });
});

test("a token is compared whole, whatever is given", () => {
  const token = newToken();
  expect(token.length).toBeGreaterThanOrEqual(43);
  expect(isToken(token, token)).toBe(true);
  for (const given of [undefined, "", token.slice(1), `${token}x`, token.toLowerCase(), "é".repeat(43), newToken()])
    expect(isToken(given, token)).toBe(false);
});
