// Python agents with a model's host wired into their code: led through Viva, or refused at once.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scriptedServer } from "vivavoce/testing";
import { outputOf, pythonFor } from "./python/python-with.ts";

const root = join(import.meta.dirname, "..");
const cwd = mkdtempSync(join(tmpdir(), "viva-lead-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const clients = [
  "urllib",
  "urllib_request",
  "requests",
  "requests_session",
  "httpx",
  "httpx_async",
  "httpx2",
  "aiohttp",
];
const agent = (led: string) => `
import asyncio, json, time, urllib.request
from viva_agent import agent, lead
${led}
import aiohttp, httpx, httpx2, requests

URL = "https://api.openai.com/v1/chat/completions?a=b%2Fc"
HEADERS = {"content-type": "application/json", "authorization": "Bearer own-key"}

async def httpx_async(body):
    async with httpx.AsyncClient() as client:
        return (await client.post(URL, json=body, headers=HEADERS)).json()
async def by_aiohttp(body):
    async with aiohttp.ClientSession() as session:
        async with session.post(URL, json=body, headers=HEADERS) as answer:
            return await answer.json()
def ask(how, body):
    data = json.dumps(body).encode()
    match how:
        case "urllib":
            opener = urllib.request.build_opener()
            opener.addheaders = list(HEADERS.items())
            return json.load(opener.open(URL, data))
        case "urllib_request":
            return json.load(urllib.request.urlopen(urllib.request.Request(URL, data, HEADERS)))
        case "requests": return requests.post(URL, json=body, headers=HEADERS).json()
        case "requests_session": return requests.Session().post(URL, json=body, headers=HEADERS).json()
        case "httpx": return httpx.post(URL, json=body, headers=HEADERS).json()
        case "httpx_async": return asyncio.run(httpx_async(body))
        case "httpx2": return httpx2.Client().post(URL, json=body, headers=HEADERS).json()
        case "aiohttp": return asyncio.run(by_aiohttp(body))

@agent(name="desk", version="1")
def reply(message, conversation):
    body = {"model": "gpt-5-mini", "messages": [{"role": "user", "content": message}]}
    while True:
        try:
            return ask(message, body)["choices"][0]["message"]["content"]
        except Exception as error:
            print(error)
            time.sleep(2)  # and again, for ever
`;

const suite = (upstream: string, python: string, reuse: boolean) => `
import { commandAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "desk",
  cases: ${JSON.stringify(clients)}.map((id) => ({ id, script: [{ content: id }], expect: { contains: ["I heard " + id] } })),
  agent: commandAgent({ command: ${JSON.stringify(python)}, args: ["desk.py"], cwd: import.meta.dirname, reuse: ${reuse}, startMs: 60_000 }),
  gateway: { upstream: ${JSON.stringify(upstream)} },
  metrics: [contains()],
});`;

describe("a Python agent", () => {
  test.for([
    ["led", "lead()", false],
    ["led in one process for all", "lead()", true],
    ["refused, and not waited for", "", false],
  ] as const)("is %s", async ([, led, reuse], { skip }) => {
    const python = await pythonFor("Python's HTTP clients", skip, ".venv-clients", "clients.txt");
    const answer = ({ messages }) => ({ text: `I heard ${messages.at(-1).content}` });
    const server = await scriptedServer({ answer });
    mkdirSync(join(cwd, "node_modules"), { recursive: true });
    rmSync(join(cwd, "cassettes"), { recursive: true, force: true });
    rmSync(join(cwd, "node_modules/vivavoce"), { force: true });
    symlinkSync(join(root, "packages/vivavoce"), join(cwd, "node_modules/vivavoce"));
    writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
    writeFileSync(join(cwd, "desk.py"), agent(led));
    writeFileSync(join(cwd, "desk.eval.ts"), suite(server.url, python, reuse));
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONPATH: join(root, "python") };
    const play = (...how: string[]) =>
      outputOf(process.execPath, [join(root, "packages/vivavoce/bin/viva.js"), "run", "desk.eval.ts", ...how], {
        cwd,
        env: led === "" ? env : { ...env, HTTPS_PROXY: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9" },
      });
    const recorded = await play("--record");
    await server.close();
    if (led === "") {
      expect(recorded.stdout).toContain("lead() in Python");
      expect(recorded.code).toBe(3);
      return;
    }
    expect(recorded.stdout + recorded.stderr).toContain(`${clients.length} passed · 0 failed`);
    const replayed = await play("--replay");
    expect(replayed.stdout + replayed.stderr).toContain(`${clients.length} passed · 0 failed`);
    expect(replayed.stdout + replayed.stderr).toContain(`${clients.length} calls replayed, 0 live`);
  });
});
