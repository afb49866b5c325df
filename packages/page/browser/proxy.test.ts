import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../../scripts/run-viva.ts";
import { deceivedPage, foreignSite, serving } from "./deceived.test-helper.ts";
import { closeLater, missingBrowser } from "./page.test-helper.ts";

/** `viva proxy` in a process of its own, and how often it has asked the models behind it. */
async function proxyBefore() {
  const asked = { calls: 0 };
  const upstream = await serving((request, response) => {
    asked.calls += 1;
    request.resume();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: "Hello" } }] }));
  });
  const folder = mkdtempSync(join(tmpdir(), "viva-proxy-page-"));
  closeLater(() => rmSync(folder, { recursive: true, force: true }));
  const launcher = join(root, "packages/vivavoce/bin/viva.js");
  const args = [launcher, "proxy", "--port", "0", "--upstream", `http://127.0.0.1:${upstream}`];
  const env = { PATH: process.env.PATH, HOME: folder, OPENAI_API_KEY: "sk-of-the-user-4f8e1c9d7b2a6035" };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  closeLater(() => child.kill("SIGKILL"));
  const address = await new Promise<string>((resolve) => {
    let printed = "";
    child.stdout.on("data", (data) => {
      printed += data;
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/viva-[0-9a-f]{32}/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { address, asked };
}

const body = JSON.stringify({ model: "small", messages: [{ role: "user", content: "spend the user's money" }] });

/** Everything by which a page can make a browser ask; the attacker even knows the token. */
const attempts = (address: string) => `(async () => {
  const outcome = (promise) => promise.then((response) => response.text()).catch((error) => "refused: " + error.name);
  const at = ${JSON.stringify(address)}, body = ${JSON.stringify(body)}, method = "POST";
  const headers = { "content-type": "application/json", authorization: "Bearer x" };
  const framed = document.createElement("iframe");
  framed.sandbox = "allow-scripts allow-forms";
  framed.srcdoc = '<form method="post" enctype="text/plain" action="' + at + '/v1/chat/completions"><input name="a"></form><script>document.forms[0].submit()</script>';
  document.body.append(framed);
  new Image().src = at + "/v1/models";
  navigator.sendBeacon(at + "/v1/chat/completions", body);
  return Promise.all([
    outcome(fetch(at + "/v1/models")),
    outcome(fetch(at + "/v1/chat/completions", { method, body, headers })),
    outcome(fetch(at + "/v1/chat/completions", { method, body, mode: "no-cors" })),
    outcome(fetch(at + "/v1/chat/completions", { method, body, mode: "no-cors", referrerPolicy: "no-referrer" })),
    outcome(fetch(at + "/to/api.openai.com/v1/models", { mode: "no-cors" })),
    outcome(fetch(new URL("/viva/trials", at), { method, body, mode: "no-cors" })),
  ]);
})()`;

describe.skipIf(missingBrowser)("viva proxy sends nothing to a model", () => {
  test.each([
    ["for a page of another site", "evil.example"],
    ["for a page at another port of this machine", "127.0.0.1"],
  ])("%s", async (_, host) => {
    const { address, asked } = await proxyBefore();
    const port = await foreignSite("<!doctype html><title>foreign</title><body></body>");
    const page = await deceivedPage();
    await page.goto(`http://${host}:${port}/`);
    const got = await page.evaluate<string[]>(attempts(address));
    for (const text of got) expect(text).toMatch(/^$|^refused/);
    await nothingBut(asked, address);
  });

  test("for a page whose own name leads to this machine by now", async () => {
    const { address, asked } = await proxyBefore();
    const rebound = address.replace("127.0.0.1", "evil.example");
    const page = await deceivedPage();
    // For the browser, this is the same origin as the proxy.
    expect((await page.goto(`${rebound}/`))?.status()).toBe(403);
    const got = await page.evaluate<string[]>(attempts(rebound));
    for (const text of got) expect(text).not.toContain("Hello");
    await nothingBut(asked, address);
  });

  /** The proxy works, for a program: of all that was tried, only this call arrives. */
  async function nothingBut(asked: { calls: number }, address: string): Promise<void> {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${address}/v1/chat/completions`, { method: "POST", body, headers });
    expect(await answer.text()).toContain("Hello");
    expect(asked.calls).toBe(1);
  }
});
