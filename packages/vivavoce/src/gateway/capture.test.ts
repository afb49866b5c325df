import { once } from "node:events";
import http, { get, type IncomingMessage, type RequestOptions, request } from "node:http";
import https, { get as getSecurely, request as requestSecurely } from "node:https";
import net from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { installGuard, SuiteNetwork, unguarded } from "../network/index.ts";
import { tcpVictim } from "../network/victims.test-helper.ts";
import { installCapture, withinRoute } from "./capture.ts";
import { fakeGateway } from "./fake-gateway.test-helper.ts";
import { isModelHost, modelHosts } from "./model-hosts.ts";

installGuard();
installCapture();

/** The network of a suite that names these model hosts besides the usual ones: replayed if it allows hosts, else live. */
function suiteNetwork({ hosts = [], allow }: { hosts?: string[]; allow?: string[] } = {}) {
  const network = new SuiteNetwork();
  const found = modelHosts([{ hosts }], { baseURLs: [], reached: allow ?? [] });
  if (found) network.lead(isModelHost(found));
  if (allow) network.close(allow);
  else network.open();
  return network;
}

const sent = async (asking: http.ClientRequest, body?: string) => {
  asking.end(body);
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  return text(response);
};
const url = "https://api.openai.com/v1/responses?a=1";
const options: RequestOptions = { hostname: "api.openai.com", path: "/v1/responses?a=1", method: "POST" };
const headers = { "content-type": "application/json", "x-own": "1" };
const posting = { method: "POST", headers, body: "{}" };

/** Each asks the same. */
const clients: Record<string, () => Promise<string>> = {
  fetch: async () => (await fetch(url, posting)).text(),
  "fetch of a URL": async () => (await fetch(new URL(url), posting)).text(),
  "fetch of a request": async () => (await fetch(new Request(url, posting))).text(),
  "fetch of a request, with more": async () =>
    (await fetch(new Request(url, { headers, body: "no", method: "PUT" }), posting)).text(),
  "fetch by a dispatcher of its own": async () =>
    (await fetch(url, { ...posting, dispatcher: { dispatch: () => expect.fail("it was asked") } } as never)).text(),
  "https.request of options": () => sent(https.request({ ...options, headers }), "{}"),
  "https.request of a URL": () => sent(https.request(new URL(url), { method: "POST", headers }), "{}"),
  "https.request of an address": () => sent(requestSecurely(url, { method: "POST", headers }), "{}"),
  "https.request with a callback": () =>
    new Promise((resolve) => {
      const answered = (response: IncomingMessage) => resolve(text(response));
      https.request({ ...options, host: "api.openai.com", port: 443, headers }, answered).end("{}");
    }),
  "https.request with an agent of its own": () => {
    const agent = new https.Agent({ keepAlive: true });
    const createConnection = () => expect.fail("it was asked");
    return sent(requestSecurely(url, { method: "POST", headers, agent, createConnection }), "{}");
  },
  "http.request by a proxy": () =>
    sent(request({ hostname: "proxy.test", port: 8080, path: url, method: "POST", headers }), "{}"),
};

describe("a model call in a trial goes to the trial's address", () => {
  test.each(Object.keys(clients))("%s", async (name) => {
    const { arrivals, route } = await fakeGateway();
    const answer = await suiteNetwork().within(() => withinRoute(route("one"), () => clients[name]?.()));
    expect(answer).toBe("one");
    expect(arrivals).toMatchObject([
      { token: "one", target: "https/api.openai.com/v1/responses?a=1", method: "POST", headers, body: "{}" },
    ]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    [
      "https.get",
      () => once(getSecurely("https://openrouter.ai/api/v1/models"), "response"),
      "https/openrouter.ai/api/v1/models",
    ],
    ["http.get", () => once(get({ host: "localhost", port: 1234 }), "response"), "http/localhost:1234/"],
    ["fetch", () => fetch("http://[::1]:1234/v1/models"), "http/[::1]:1234/v1/models"],
    ["http.request", () => sent(request({ host: "::1", port: 1234, path: "/v1" })), "http/[::1]:1234/v1"],
  ])("%s, to another host", async (_name, ask, target) => {
    const { arrivals, route } = await fakeGateway();
    await suiteNetwork({ hosts: ["localhost:1234"] }).within(() => withinRoute(route("one"), ask));
    expect(arrivals).toMatchObject([{ target, method: "GET" }]);
  });

  test("however many trials there are at once", async () => {
    const { route } = await fakeGateway((response, { body }) => void setTimeout(1).then(() => response.end(body)));
    const network = suiteNetwork();
    const asked = Array.from({ length: 20 }, (_, index) =>
      withinRoute(route(`t${index}`), () =>
        network.trial().within(async () => {
          await setTimeout(index % 3);
          return (await fetch(url, { method: "POST", body: `t${index}` })).text();
        }),
      ),
    );
    expect(await Promise.all(asked)).toEqual(asked.map((_, index) => `t${index}`));
  });

  test("in a replay too, where nothing else can be reached", async () => {
    const { route } = await fakeGateway();
    const trial = suiteNetwork({ allow: [] }).trial();
    const answer = await trial.within(() => withinRoute(route("one"), () => clients.fetch?.()));
    expect([answer, trial.signal.aborted]).toEqual(["one", false]);
    const { port } = await tcpVictim();
    await expect(trial.within(() => fetch(`http://127.0.0.1:${port}`))).rejects.toThrow();
    expect(String(trial.signal.reason)).toContain(`capture: { hosts: ["127.0.0.1:${port}"] }`);
  });

  test("and is streamed, and can be aborted", async () => {
    const closed = Promise.withResolvers<void>();
    const { route } = await fakeGateway((response) => {
      response.write("data: one\n\n");
      response.once("close", closed.resolve);
    });
    await suiteNetwork().within(() =>
      withinRoute(route("one"), async () => {
        const abort = new AbortController();
        const response = await fetch(url, { method: "POST", signal: abort.signal });
        const { value } = (await response.body?.getReader().read()) ?? {};
        expect(new TextDecoder().decode(value)).toBe("data: one\n\n");
        abort.abort();
      }),
    );
    await closed.promise;
  });
});

describe("what is not led", () => {
  test.each<[string, (port: number) => Promise<unknown>]>([
    ["a request to another host", (port) => suiteNetwork().within(() => fetch(`http://localhost:${port}`))],
    [
      "Viva's own",
      (port) =>
        suiteNetwork({ hosts: [`localhost:${port}`] }).within(() => unguarded(() => fetch(`http://localhost:${port}`))),
    ],
    [
      "a metric's",
      (port) =>
        suiteNetwork({ hosts: [`localhost:${port}`] })
          .scoring()
          .within(() => fetch(`http://localhost:${port}`)),
    ],
    ["a request of code under no rules", (port) => fetch(`http://localhost:${port}`)],
  ])("%s", async (_what, ask) => {
    const { arrivals, route } = await fakeGateway();
    const { port, arrived } = await tcpVictim();
    await withinRoute(route("one"), () => ask(port));
    expect(arrived()).toBe(1);
    expect(arrivals).toEqual([]);
  });

  test("one by a Unix socket", async () => {
    const { arrivals, route } = await fakeGateway();
    const ask = () => once(request({ socketPath: "/nowhere", path: "/v1" }), "response");
    const asked = suiteNetwork({ hosts: ["localhost"] }).within(() => withinRoute(route("one"), ask));
    await expect(asked).rejects.toThrow("/nowhere");
    expect(arrivals).toEqual([]);
  });

  test("what Node refuses, it refuses as ever", () => {
    suiteNetwork().within(() => {
      expect(() => http.request("no address")).toThrow("Invalid URL");
      expect(() => http.request({ protocol: "ftp:" })).toThrow("ftp:");
    });
  });
});

describe("a model call that belongs to no trial", () => {
  test("goes to the address of those", async () => {
    const { arrivals } = await fakeGateway();
    expect(await suiteNetwork().within(() => clients.fetch?.())).toBe("-");
    expect(arrivals).toHaveLength(1);
  });

  test("is refused where there is no gateway", async () => {
    const trial = suiteNetwork().trial();
    await expect(trial.within(() => clients["https.request of options"]?.())).rejects.toThrow();
    const said = /api\.openai\.com:443 \(by .*\) was refused: a model answers there/;
    expect(String(trial.signal.reason)).toMatch(said);
  });
});

describe("live, a client that cannot be led", () => {
  test("is refused, with host, client and remedy", async () => {
    const { port, arrived } = await tcpVictim();
    const trial = suiteNetwork({ hosts: [`localhost:${port}`] }).trial();
    await expect(trial.within(() => once(net.connect(port), "connect"))).rejects.toThrow("Viva would not see the call");
    expect(trial.signal.reason).toMatchObject({ code: "VIVA_MODEL_CALL_UNSEEN", host: "localhost", port });
    expect(String(trial.signal.reason)).toMatch(
      /by .*capture\.test\.ts.*context\.gateway\(\).*capture: \{ allow: \["localhost"\]/,
    );
    expect(arrived()).toBe(0);
  });

  test("may reach any other host", async () => {
    const { port } = await tcpVictim();
    const trial = suiteNetwork().trial();
    await trial.within(() => once(net.connect(port), "connect"));
    expect(trial.signal.aborted).toBe(false);
  });
});

describe("undici's dispatchers", () => {
  const slot = Symbol.for("undici.globalDispatcher.1");
  const global = globalThis as unknown as Record<symbol, unknown>;

  test("are led, also one that a suite puts there later", async () => {
    await fetch("data:,").catch(() => {});
    const before = global[slot];
    onTestFinished(() => {
      global[slot] = before;
    });
    const { port, route } = await fakeGateway();
    const dispatched: unknown[] = [];
    class Own {
      readonly #closed = { closed: true };
      dispatch(given: object) {
        dispatched.push({ ...given });
      }
      request(given: object) {
        this.dispatch(given);
      }
      close() {
        return this.#closed;
      }
    }
    const own = new Own();
    suiteNetwork().within(() => {
      global[slot] = own;
      withinRoute(route("one"), () => {
        const found = global[slot] as Own;
        found.request({ origin: "https://api.openai.com", path: "/v1/x?y=1" });
        found.dispatch({ origin: new URL("https://elsewhere.test"), path: "/" });
        expect(found.close()).toEqual({ closed: true });
        withinRoute(route("two"), () => expect(global[slot]).toBe(found));
      });
    });
    expect(dispatched).toEqual([
      { origin: `http://127.0.0.1:${port}`, path: "/t/one/to/https/api.openai.com/v1/x?y=1" },
      { origin: new URL("https://elsewhere.test"), path: "/" },
    ]);
  });
});
