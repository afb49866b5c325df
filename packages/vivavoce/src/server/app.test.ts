import { describe, expect, test } from "vitest";
import { z } from "zod";
import { InputError } from "../base/index.ts";
import { action, view, wholeNumber } from "../report/index.ts";
import { type Store, StoreError } from "../store/index.ts";
import { pageApp } from "./app.ts";
import { type Door, safeHeaders } from "./guard.ts";

const host = "127.0.0.1:4712";
const token = "t".repeat(43);
const context = { store: { checkThere() {} } as Store, invocation: "npx viva" };
const secret = "what only the page may see";

const views = {
  data: view({ about: "", query: z.object({}), answer: async () => ({ secret }) }),
  page: view({
    about: "",
    query: z.object({ after: wholeNumber, limit: wholeNumber.optional() }),
    answer: async (_, query) => query,
  }),
  missing: view({
    about: "",
    query: z.object({}),
    answer: async () => {
      const place = { file: "/home/somebody/secret.ts", line: 3 };
      throw new InputError({ message: "there is no run x", place, remedy: "`viva list` shows the runs." });
    },
  }),
  broken: view({
    about: "",
    query: z.object({}),
    answer: async () => {
      throw new Error("ENOENT /home/somebody/.viva");
    },
  }),
  damaged: view({
    about: "",
    query: z.object({}),
    answer: async () => {
      throw new StoreError("damaged", { message: "the store is damaged", place: { file: "/home/somebody/x" } });
    },
  }),
};
const actions = {
  keep: action({ about: "", body: z.object({ word: z.string() }), act: async (_, { word }) => ({ kept: word }) }),
};

function appOf(door: Partial<Door> = {}) {
  const failures: unknown[] = [];
  const app = pageApp(context, {
    door: { hosts: [host, "localhost:4712"], ...door },
    views,
    actions,
    onFailure: (error) => failures.push(error),
  });
  const ask = async (path: string, { headers = {}, ...init }: RequestInit & { headers?: object } = {}) => {
    const response = await app.fetch(new Request(`http://${host}${path}`, { headers: { host, ...headers }, ...init }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { ask, failures };
}

const { ask } = appOf();
const guarded = appOf({ token });

describe("every answer", () => {
  test.each(["/", "/api/data", "/api/missing", "/api/broken", "/api/page", "/nowhere", "/api/nowhere"])(
    "%s has the safe headers",
    async (path) => {
      for (const given of [{}, { host: "evil.example" }]) {
        const { headers } = await ask(path, { headers: given });
        for (const [name, value] of Object.entries(safeHeaders)) expect(headers.get(name), name).toBe(value);
        expect(headers.get("access-control-allow-origin")).toBeNull();
      }
    },
  );

  test("is of the page's own files or JSON", async () => {
    expect((await ask("/")).headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect((await ask("/api/data")).headers.get("content-type")).toContain("application/json");
    expect((await ask("/nowhere")).text).toBe('{"error":"there is no such page"}');
  });
});

describe("who asks", () => {
  const sites = [undefined, "same-origin", "none", "same-site", "cross-site"];
  const table = [host, "evil.example", "evil.example:4712"].flatMap((asked) =>
    [undefined, `http://${host}`, "http://evil.example", "null"].flatMap((origin) =>
      sites.flatMap((site) =>
        ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].map((method) => ({ asked, origin, site, method })),
      ),
    ),
  );

  test.each(["open", "with a token"])(
    "the matrix of host, origin, site and method gives data to nobody else, %s",
    async (mode) => {
      const { ask } = mode === "open" ? appOf() : guarded;
      let answered = 0;
      for (const { asked, origin, site, method } of table) {
        const cookie = mode === "open" ? {} : { cookie: `viva-4712=${token}` };
        const headers = {
          host: asked,
          ...cookie,
          ...(origin === undefined ? {} : { origin }),
          ...(site === undefined ? {} : { "sec-fetch-site": site }),
        };
        const { status, text } = await ask("/api/data", { method, headers });
        const isOwn = asked === host && (origin === undefined || origin === `http://${host}`);
        const isAllowed = isOwn && (site === undefined || site === "same-origin" || site === "none");
        const reads = method === "GET" || method === "HEAD";
        expect([asked, origin, site, method, status === 200]).toEqual([
          asked,
          origin,
          site,
          method,
          isAllowed && reads,
        ]);
        expect(text.includes(secret)).toBe(isAllowed && method === "GET");
        if (status === 200) answered += 1;
        else expect([401, 403, 405]).toContain(status);
      }
      expect(answered).toBe(2 * 3 * 2);
    },
  );

  test("a link from elsewhere opens the page, which holds no data, but nothing else and in no frame", async () => {
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await ask("/", { headers: link })).status).toBe(200);
    expect((await ask("/api/data", { headers: link })).status).toBe(403);
    expect((await ask("/", { headers: { ...link, "sec-fetch-dest": "iframe" } })).status).toBe(403);
    expect((await ask("/", { headers: link, method: "POST" })).status).toBe(403);
  });
});

describe("if other machines can reach it", () => {
  test("data needs the token; the page itself does not", async () => {
    const { ask } = guarded;
    expect((await ask("/")).status).toBe(200);
    for (const headers of [
      {},
      { cookie: "viva-4712=" },
      { cookie: `viva-4712=${token}x` },
      { cookie: `viva-4713=${token}` },
      { authorization: `Bearer ${token.slice(1)}` },
      { authorization: token },
    ]) {
      for (const path of ["/api/data", "/api/session", "/api/events", "/api/nowhere"])
        expect([path, (await ask(path, { headers })).status]).toEqual([path, 401]);
      expect((await ask("/api/keep", { method: "POST", headers })).status).toBe(401);
    }
    expect((await ask("/api/data", { headers: { cookie: `viva-4712=${token}` } })).text).toContain(secret);
    expect((await ask("/api/data", { headers: { authorization: `Bearer ${token}` } })).text).toContain(secret);
  });

  test("the address with the token gives a cookie once, and leads to the address without", async () => {
    const { status, headers } = await guarded.ask(`/?token=${token}`);
    expect([status, headers.get("location")]).toEqual([303, "/"]);
    expect(headers.get("set-cookie")).toBe(`viva-4712=${token}; Path=/; HttpOnly; SameSite=Strict`);
    const wrong = await guarded.ask("/?token=guess");
    expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([403, null]);
    expect((await guarded.ask(`/api/data?token=${token}`)).status).toBe(401);
    expect((await guarded.ask(`/?token=${token}`, { headers: { host: "evil.example" } })).status).toBe(403);
  });
});

describe("a query", () => {
  test.each([
    ["/api/page", "after: give a whole number"],
    ["/api/page?after=-1", "after: give a whole number"],
    ["/api/page?after=1&limit=many", "limit: give a whole number"],
    ["/api/page?after=1&after=2", "after: given more than once"],
    ["/api/page?after=1&lmit=2", "lmit: unknown field"],
  ])("%s is refused, with the field's name", async (path, error) => {
    const { status, text } = await ask(path);
    expect([status, JSON.parse(text)]).toEqual([400, { error }]);
  });

  test("a good one is read", async () => {
    expect((await ask("/api/page?after=3")).text).toBe('{"after":3}');
  });
});

describe("what goes wrong", () => {
  test("something that is not there is told with its remedy, without a place on this machine", async () => {
    const { status, text } = await ask("/api/missing");
    expect([status, JSON.parse(text)]).toEqual([404, { error: "there is no run x. `viva list` shows the runs." }]);
  });

  test("a failure says nothing about the machine; whoever started the server hears all of it", async () => {
    const { ask, failures } = appOf();
    for (const path of ["/api/broken", "/api/damaged"]) {
      const { status, text } = await ask(path);
      expect(status).toBe(500);
      expect(text).not.toMatch(/home|somebody|ENOENT|\.ts/);
    }
    expect(failures).toHaveLength(2);
    expect((await ask("/api/damaged")).text).toContain("the store is damaged");
  });
});

describe("an action", () => {
  const post = async (body: string, more: Record<string, string> = {}) => {
    const session = JSON.parse((await ask("/api/session")).text) as { token: string };
    const headers = { "content-type": "application/json", "x-viva-token": session.token, ...more };
    const { status, text } = await ask("/api/keep", { method: "POST", headers, body });
    return [status, JSON.parse(text)];
  };

  test("needs the page's token, JSON, and a body of the right form", async () => {
    const good = JSON.stringify({ word: "hello" });
    expect(await post(good)).toEqual([200, { kept: "hello" }]);
    expect((await post(good, { "x-viva-token": "guess" }))[0]).toBe(403);
    expect((await post(good, { "x-viva-token": "" }))[0]).toBe(403);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""])
      expect([type, (await post(good, { "content-type": type }))[0]]).toEqual([type, 415]);
    expect(await post("{")).toEqual([400, { error: "the body is not JSON" }]);
    expect(await post('{"word":1}')).toEqual([400, { error: expect.stringMatching(/^word: /) }]);
    expect((await post(good, { origin: "http://evil.example" }))[0]).toBe(403);
    expect((await post(good, { "sec-fetch-site": "none" }))[0]).toBe(403);
  });

  test("refuses a large body", async () => {
    const large = JSON.stringify({ word: "x".repeat(100_000) });
    expect((await post(large))[0]).toBe(413);
  });

  test("is not read by GET", async () => {
    expect((await ask("/api/keep")).status).toBe(405);
  });
});

test("nothing is played or noted without the page's token", async () => {
  const started: unknown[] = [];
  const app = pageApp({ ...context, play: (args) => void started.push(args) }, { door: { hosts: [host] } });
  for (const path of ["/api/play", "/api/notes"]) {
    const body = JSON.stringify({ run: "aaaa", suite: 0, case: "one" });
    const headers = { host, "content-type": "application/json", "x-viva-token": "guessed" };
    const response = await app.fetch(new Request(`http://${host}${path}`, { method: "POST", headers, body }));
    expect(response.status).toBe(403);
  }
  expect(started).toEqual([]);
  app.close();
});
