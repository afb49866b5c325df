import { Hono } from "hono";
import { VivaError } from "../base/index.ts";
import { type ActionName, actions, type ViewContext, type ViewName, views } from "../report/index.ts";
import { type PageFile, pageFiles } from "./page-files.ts";

/** The page and its API, apart from any socket. */
export function pageApp(context: ViewContext): Hono {
  const app = new Hono();
  for (const name of Object.keys(views) as ViewName[]) {
    const { query: schema, answer } = views[name] as (typeof views)[ViewName];
    app.get(`/api/${name}`, async (request) => {
      const query = schema.safeParse(request.req.query());
      if (!query.success)
        return request.json({ error: query.error.issues.map(({ message }) => message).join("; ") }, 400);
      return request.json(await answer(context, query.data as never));
    });
  }
  for (const name of Object.keys(actions) as ActionName[]) {
    const { body, act } = actions[name];
    app.post(`/api/${name}`, async (request) => {
      const sent = body.safeParse(await request.req.json().catch(() => undefined));
      if (!sent.success)
        return request.json({ error: sent.error.issues.map(({ message }) => message).join("; ") }, 400);
      return request.json(await act(context, sent.data));
    });
  }
  app.get("/api/session", (request) => request.json({ token: "" }));
  for (const [path, file] of pageFiles()) app.get(path, () => fileResponse(file));
  app.notFound((request) => request.json({ error: "there is no such page" }, 404));
  app.onError((error, request) => {
    if (VivaError.isInstance(error)) return request.json({ error: error.message }, 404);
    return request.json({ error: "the page's server failed" }, 500);
  });
  return app;
}

function fileResponse({ body, type }: PageFile): Response {
  return new Response(new Uint8Array(body), { headers: { "content-type": type } });
}
