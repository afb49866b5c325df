import { describe, expect, test } from "vitest";
import { deceivedPage, foreignSite } from "./deceived.test-helper.ts";
import { exampleProject, missingBrowser, openPage, served } from "./page.test-helper.ts";

describe.skipIf(missingBrowser)("a site that is not ours", () => {
  test("gets nothing under a name of its own that leads to this machine", async () => {
    const { store, address } = await served(await exampleProject());
    const [run] = await store.runs.list(1);
    const { port } = new URL(address);
    const page = await deceivedPage();
    // What the attacker's page would be after the name has moved: the same origin as our server, for the browser.
    const front = await page.goto(`http://evil.example:${port}/`);
    expect(front?.status()).toBe(403);
    const asked = await page.evaluate<{ status: number; text: string }[]>(`Promise.all(
      ["/", "/api/runs", "/api/session", "/api/events", "/api/run?run=${run?.id}"].map(async (path) => {
        const response = await fetch(path);
        return { status: response.status, text: await response.text() };
      }),
    )`);
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(JSON.stringify(asked)).not.toContain(run?.id);
    // Under its right name, the same browser gets the page.
    expect((await page.goto(address))?.status()).toBe(200);
  });

  test.each([
    ["another site", "evil.example"],
    ["another port of this machine", "127.0.0.1"],
  ])("%s can neither read nor frame nor send anything", async (_, host) => {
    const { store, address } = await served(await exampleProject());
    const [run] = await store.runs.list(1);
    const port = await foreignSite(`<!doctype html><title>foreign</title>
      <iframe name="frame" src="${address}"></iframe>
      <iframe src="${address}api/runs"></iframe>
      <form id="form" method="post" action="${address}api/labels" target="frame"></form>`);
    const page = await deceivedPage();
    // An answer that the browser keeps from the page has no status here.
    const answers: { url: string; method: string; status: number | undefined }[] = [];
    const context = page.context();
    context.on("response", (response) => {
      const method = response.request().method();
      if (response.url().startsWith(address)) answers.push({ url: response.url(), method, status: response.status() });
    });
    context.on("requestfailed", (request) => {
      const [url, method] = [request.url(), request.method()];
      if (url.startsWith(address)) answers.push({ url, method, status: undefined });
    });
    await page.goto(`http://${host}:${port}/`);
    const got = await page.evaluate<Record<string, string>>(`(async () => {
      const outcome = (promise) => promise.then(String, (error) => "refused: " + error.name);
      const at = ${JSON.stringify(address)};
      const loaded = (element, attribute, url) => new Promise((resolve) => {
        element.onload = () => resolve("loaded");
        element.onerror = () => resolve("refused");
        element[attribute] = url;
        document.body.append(element);
      });
      return {
        read: await outcome(fetch(at + "api/runs").then((response) => response.text())),
        blind: await outcome(fetch(at + "api/runs", { mode: "no-cors" }).then((response) => response.type + response.status)),
        sent: await outcome(fetch(at + "api/labels", { method: "POST", body: "{}", headers: { "content-type": "application/json", "x-viva-token": "x" } }).then((response) => response.text())),
        simple: await outcome(fetch(at + "api/labels", { method: "POST", mode: "no-cors", body: "{}" }).then((response) => response.type + response.status)),
        script: await loaded(document.createElement("script"), "src", at + "api/runs"),
        image: await loaded(new Image(), "src", at + "api/runs"),
        events: await new Promise((resolve) => {
          const source = new EventSource(at + "api/events");
          source.onopen = () => resolve("opened");
          source.onerror = () => { source.close(); resolve("refused"); };
        }),
      };
    })()`);
    expect(got).toMatchObject({ script: "refused", image: "refused", events: "refused" });
    expect(got.read).toMatch(/^refused/);
    expect(got.sent).toMatch(/^refused/);
    // Without CORS a page learns nothing of the answer, and our server has refused it anyway.
    expect([got.blind, got.simple].filter((word) => !/^(opaque0|refused.*)$/.test(word ?? ""))).toEqual([]);
    const posts = () => answers.filter(({ url, method }) => url.endsWith("api/labels") && method === "POST").length;
    const before = posts();
    await page.evaluate("document.getElementById('form').submit()");
    await expect.poll(posts).toBeGreaterThan(before);
    for (const frame of page.frames().slice(1))
      expect(await frame.content().catch(() => "")).not.toMatch(new RegExp(`${run?.id}|id="root"`));
    // A link may open the page, which holds no data; nothing else is answered.
    const answered = answers.filter(({ status }) => status !== undefined && status < 400);
    expect(answered.filter(({ url }) => url.includes("/api/"))).toEqual([]);
    expect(answers.filter(({ url }) => url.endsWith("api/runs")).length).toBeGreaterThan(2);
  });

  test("may have a link that opens the page, and the page then has its data", async () => {
    const { store, address } = await served(await exampleProject());
    const [run] = await store.runs.list(1);
    const port = await foreignSite(`<!doctype html><title>chat</title><a href="${address}">the run</a>`);
    const page = await deceivedPage();
    await page.goto(`http://chat.example:${port}/`);
    await page.getByText("the run").click();
    await page.getByRole("link", { name: run?.id ?? "" }).waitFor();
  });
});

describe.skipIf(missingBrowser)("the page beyond this machine", () => {
  test("is opened once with its token, also by a link from elsewhere, and keeps working without", async () => {
    const { store, address } = await served(await exampleProject(), { host: "0.0.0.0" });
    const { port, searchParams } = new URL(address);
    const [run] = await store.runs.list(1);
    const here = `http://127.0.0.1:${port}/`;
    const stranger = await openPage(here);
    await stranger.page.getByText("with its token").waitFor();
    expect(await stranger.page.content()).not.toContain(run?.id);
    const chat = await foreignSite(`<!doctype html><a href="${here}?token=${searchParams.get("token")}#/">the run</a>`);
    const page = await deceivedPage();
    await page.goto(`http://chat.example:${chat}/`);
    await page.getByText("the run").click();
    await page.getByRole("link", { name: run?.id ?? "" }).waitFor();
    expect(page.url()).toBe(`${here}#/`);
    await page.reload();
    await page.getByRole("link", { name: run?.id ?? "" }).waitFor();
  });
});

describe.skipIf(missingBrowser)("the page", () => {
  test("cannot run a script that is not its own, nor make code of text", async () => {
    const { address } = await served(await exampleProject());
    const { page } = await openPage(address);
    const got = await page.evaluate<Record<string, string>>(`(async () => {
      const attempt = (work) => { try { work(); return "done"; } catch (error) { return error.name; } };
      const script = document.createElement("script");
      return {
        html: attempt(() => { document.body.innerHTML = "<b>x</b>"; }),
        text: attempt(() => { script.textContent = "window.ran = true"; document.body.append(script); }),
        policy: attempt(() => trustedTypes.createPolicy("any", {})),
        elsewhere: await fetch("http://127.0.0.1:1/").then(String, () => "refused"),
        ran: String(window.ran),
      };
    })()`);
    expect(got).toEqual({
      html: "TypeError",
      text: "TypeError",
      policy: "TypeError",
      elsewhere: "refused",
      ran: "undefined",
    });
  });
});
