import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { breathe, InputError, inSentences, jsonIn, packageFolder, VivaError } from "../base/index.ts";
import { type ViewContext, actions as vivaActions, views as vivaViews } from "../report/index.ts";
import { readAs } from "../shape/index.ts";
import { StoreError } from "../store/index.ts";
import { type Door, isToken, newToken, refusal, safeHeaders } from "./guard.ts";
import { RunEvents } from "./run-events.ts";

/** Any views and actions; those of Viva unless a test brings its own. */
interface ServedTables {
  views?: Readonly<Record<string, { query: z.ZodType; answer(context: ViewContext, query: never): Promise<unknown> }>>;
  actions?: Readonly<Record<string, { body: z.ZodType; act(context: ViewContext, body: never): Promise<unknown> }>>;
}

interface AppSettings extends ServedTables {
  door: Door;
  /** Hears of failures of the server itself: the reader of the page is told nothing about this machine. */
  onFailure?(error: unknown): void;
}

/** The largest body that an action takes. */
const mostBytes = 64 * 1024;
/** The header in which the page sends back the token of its session. A form or a foreign page cannot set it. */
const tokenHeader = "x-viva-token";

/** The page and its API, apart from any socket. `close` ends the streams of events. */
export function pageApp(given: ViewContext, settings: AppSettings) {
  const { door, onFailure = () => {} } = settings;
  const { views = vivaViews, actions = vivaActions }: ServedTables = settings;
  // Whoever asks for it later is told what went wrong.
  const context: ViewContext = {
    ...given,
    inBackground: (work) =>
      void breathe()
        .then(work)
        .catch(() => {}),
  };
  const app = new Hono();
  const events = new RunEvents(context.store);
  const pageToken = newToken();
  const files = pageFiles();
  const posts = new Set(Object.keys(actions).map((name) => `/api/${name}`));
  const reads = new Set([...Object.keys(views), "events", "session"].map((name) => `/api/${name}`));
  // An unknown address is answered by 404, whatever the method.
  const accepts = (path: string, method: string) => {
    const known = reads.has(path) || files.has(path) || posts.has(path);
    if (method === "GET" || method === "HEAD") return !known || reads.has(path) || files.has(path);
    return method === "POST" && posts.has(path);
  };

  app.use(async (request, next) => {
    const { method, path } = request.req;
    const refused =
      refusal({ method, path, header: (name) => request.req.header(name) }, door, accepts) ??
      (path.startsWith("/api/") ? withoutToken(request, door) : undefined);
    if (refused) request.res = request.json({ error: refused.error }, refused.status);
    else await next();
    for (const [name, value] of Object.entries(safeHeaders)) request.res.headers.set(name, value);
  });

  for (const [name, { query, answer }] of Object.entries(views)) {
    const schema = strict(query);
    app.get(`/api/${name}`, async (request) => {
      const asked = readQuery(schema, new URL(request.req.url).searchParams);
      if ("error" in asked) return request.json(asked, 400);
      context.store.checkThere();
      return request.json(await answer(context, asked.data as never));
    });
  }
  app.get("/api/session", (request) => request.json({ token: pageToken }));
  app.get("/api/events", async (request) => {
    const from = (request.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "";
    const isAsked = request.req.method === "GET";
    const body = isAsked ? await events.stream(from, request.req.header("last-event-id")) : null;
    return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
  });

  for (const [name, { body, act }] of Object.entries(actions)) {
    app.post(`/api/${name}`, async (request) => {
      if (!isToken(request.req.header(tokenHeader), pageToken))
        return request.json({ error: `the header ${tokenHeader} must hold the token of /api/session` }, 403);
      if (!/^application\/json *(;|$)/i.test(request.req.header("content-type") ?? ""))
        return request.json({ error: "the body must be JSON, with the content type application/json" }, 415);
      const text = await textUpTo(mostBytes, request.req.raw.body);
      if (text === undefined) return request.json({ error: `the body is larger than ${mostBytes} bytes` }, 413);
      const value = jsonIn(text);
      if (value === undefined) return request.json({ error: "the body is not JSON" }, 400);
      const sent = readFields(body, value);
      if ("error" in sent) return request.json({ error: sent.error }, 400);
      return request.json(await act(context, sent.data as never));
    });
  }

  app.get("/", async (request, next) => {
    const given = request.req.query("token");
    if (door.token === undefined || given === undefined) return next();
    if (!isToken(given, door.token)) return request.json({ error: "the token is wrong" }, 403);
    setCookie(request, cookieName(request), door.token, { httpOnly: true, sameSite: "Strict", path: "/" });
    // Once is enough: the token does not stay in the address bar. The browser keeps what stands after the #.
    return request.redirect("/", 303);
  });
  for (const [path, { body, type }] of files)
    app.get(path, () => new Response(new Uint8Array(body), { headers: { "content-type": type } }));

  app.notFound((request) => request.json({ error: "there is no such page" }, 404));
  app.onError((error, request) => {
    // A run that is not there, or a body that contradicts what is stored.
    if (error instanceof InputError)
      return request.json({ error: inWords(error) }, request.req.method === "POST" ? 400 : 404);
    onFailure(error);
    if (error instanceof StoreError && error.fault === "vanished")
      return request.json({ error: "the store was deleted, moved or replaced: start `viva view` again" }, 500);
    const words = VivaError.isInstance(error) ? error.message : "the page's server failed";
    return request.json({ error: `${words}; \`viva view\` has printed more` }, 500);
  });
  return { fetch: app.fetch, close: () => events.close() };
}

/** A cookie is sent to every port of a host, and another `viva view` may have one of its own. */
function cookieName(request: Context): string {
  return `viva-${new URL(request.req.url).port}`;
}

function withoutToken(request: Context, { token }: Door) {
  if (token === undefined) return undefined;
  const bearer = /^Bearer (.+)$/.exec(request.req.header("authorization") ?? "")?.[1];
  if (isToken(getCookie(request, cookieName(request)), token) || isToken(bearer, token)) return undefined;
  return { status: 401 as const, error: "open the whole address that `viva view` printed, with its token" };
}

/** Without places: the page's reader need not know where files are on this machine. */
function inWords({ problems }: InputError): string {
  return problems.map(({ message, remedy }) => inSentences({ message, remedy })).join("\n");
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The folder that the page is built into. */
const pageFolder = join(packageFolder, "dist", "page");

/** The files by their address. They are listed once: no address is ever taken for a path. */
function pageFiles() {
  const names = readdirSync(pageFolder, { recursive: true, encoding: "utf8" });
  return new Map(
    names.flatMap((name) => {
      const type = types[extname(name)];
      const address = name === "index.html" ? "/" : `/${name.replaceAll("\\", "/")}`;
      return type === undefined ? [] : [[address, { body: readFileSync(join(pageFolder, name)), type }] as const];
    }),
  );
}

/** A body as text; undefined if it is too long, whatever length it claims to have. */
async function textUpTo(most: number, body: ReadableStream<Uint8Array> | null): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A misspelt field is told, not ignored. */
function strict(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

function readQuery(schema: z.ZodType, given: URLSearchParams): ReturnType<typeof readFields> {
  const fields = [...given.keys()];
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) return { error: `${twice}: given more than once` };
  return readFields(schema, Object.fromEntries(given));
}

function readFields(schema: z.ZodType, given: unknown): { data: unknown } | { error: string } {
  const read = readAs(schema, given);
  return "data" in read ? read : { error: read.problems.join("; ") };
}
