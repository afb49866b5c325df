import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { urlToHttpOptions } from "node:url";
import { currentRules } from "../network/index.ts";
import { currentRoute, type Lead, leadDispatchersBy, strayBase } from "./current-route.ts";

type Callback = (response: IncomingMessage) => void;
type Send = (...given: unknown[]) => ClientRequest;

let isInstalled = false;

/**
 * Redirects model calls that suites make with their own clients to the gateway, by changing the URL: the rest stays real
 * HTTP. Must run before the suite's code is loaded, because that code may keep references to Node's functions.
 */
export function installCapture(): void {
  if (isInstalled) return;
  isInstalled = true;
  leadFetch();
  const send = http.request;
  for (const [holder, protocol] of [
    [http, "http:"],
    [process.getBuiltinModule("node:https"), "https:"],
  ] as const) {
    for (const name of ["request", "get"] as const) {
      const apply = (target: Send, self: unknown, given: unknown[]) => {
        // Viva's own calls, and those outside of trials, are by far the most.
        const led = mayLead() ? ledRequest(given, protocol) : undefined;
        if (!led) return Reflect.apply(target, self, given);
        const request = send(led.options, led.answered);
        if (name === "get") request.end();
        return request;
      };
      Object.assign(holder, { [name]: new Proxy(holder[name] as Send, { apply }) });
    }
  }
  syncBuiltinESMExports();
  leadDispatchersBy(lead);
  subscribe("undici:request:create", refuseUnseen);
}

/** A dispatcher of the suite's own, such as a proxy, takes the request past the gateway: an outage, even if it fails. */
function refuseUnseen(message: unknown): void {
  const url = URL.parse(String((message as { request?: { origin?: unknown } }).request?.origin));
  const port = url && (Number(url.port) || usualPort(url.protocol));
  if (url && port && currentRules()?.leads?.(url.hostname, port))
    currentRules()?.refused({ host: url.hostname, port, client: "undici" });
}

function leadFetch(): void {
  globalThis.fetch = new Proxy(globalThis.fetch, {
    apply(target, self, [input, init, ...rest]: Parameters<typeof fetch>) {
      const isRequest = typeof input === "object" && input !== null && "url" in input;
      const url = URL.parse(isRequest ? input.url : String(input));
      const led = url && lead(url, url.pathname + url.search);
      if (!led) return Reflect.apply(target, self, [input, init, ...rest]);
      // The suite's own dispatcher may reach the model's host by a proxy, but not this machine.
      const { dispatcher: _dispatcher, ...own } = (init ?? {}) as RequestInit & { dispatcher?: unknown };
      return Reflect.apply(target, self, [isRequest ? new Request(led, input) : led, own]);
    },
  });
}

/** A new connection for each request, so that none outlives its trial or turns out to be closed. */
let direct: http.Agent | undefined;

/** The request as it goes to the gateway, from the arguments of request() or get(). */
function ledRequest(given: unknown[], usualProtocol: string) {
  const asked = askedOptions(given);
  if (!asked || asked.socketPath) return undefined;
  const { agent, defaultPort, protocol = (agent as { protocol?: string })?.protocol ?? usualProtocol } = asked;
  const name = String(asked.hostname || asked.host || "localhost");
  const path = String(asked.path || "/");
  // A request through a proxy contains its full target.
  const proxied = /^https?:\/\//i.test(path) ? URL.parse(path) : null;
  const hostname = name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
  const origin = proxied ?? { protocol: String(protocol), hostname, port: String(asked.port || defaultPort || "") };
  const led = lead(origin, proxied ? proxied.pathname + proxied.search : path);
  if (!led) return undefined;
  // The options that say how to reach the model's host are left out.
  const { host, createConnection, localAddress, localPort, family, lookup, ...rest } = asked;
  direct ??= new http.Agent({ keepAlive: false });
  const to = { protocol: led.protocol, hostname: led.hostname, port: led.port, defaultPort: 80 };
  const options = { ...rest, ...to, path: led.pathname + led.search, agent: direct };
  return { options, answered: given.findLast((one) => typeof one === "function") as Callback | undefined };
}

/** Combines the arguments as Node does; undefined if Node will refuse them. */
function askedOptions([first, second]: unknown[]): RequestOptions | undefined {
  const url = typeof first === "string" ? URL.parse(first) : isUrl(first) ? first : undefined;
  if (url === null) return undefined;
  const options = url === undefined ? first : second;
  return { ...(url && urlToHttpOptions(url)), ...(typeof options === "object" ? options : {}) };
}

/** Also a URL of another implementation, as in Node. */
function isUrl(value: unknown): value is URL {
  if (typeof value !== "object" || value === null) return false;
  const { href, protocol, auth, path } = value as Record<string, unknown>;
  return Boolean(href && protocol) && auth === undefined && path === undefined;
}

/**
 * Redirects suite code's requests for a model to the gateway, to the address of the trial that the code belongs to. A
 * request that belongs to no trial goes there too, and is refused.
 */
const lead: Lead = ({ protocol, hostname, port }, path) => {
  if (!currentRules()?.leads?.(hostname, Number(port) || usualPort(protocol))) return undefined;
  const base = currentRoute()?.base ?? strayBase();
  if (base === undefined) return undefined;
  const host = port === "" || Number(port) === usualPort(protocol) ? hostname : `${hostname}:${port}`;
  return new URL(`${base}/to/${protocol.slice(0, -1)}/${host}${path}`);
};

/** Whether requests of the code that is running now are redirected at all. */
function mayLead(): boolean {
  return currentRules()?.leads !== undefined;
}

function usualPort(protocol: string): number {
  return protocol === "http:" || protocol === "ws:" ? 80 : 443;
}
