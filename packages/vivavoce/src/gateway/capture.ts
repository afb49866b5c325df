import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { urlToHttpOptions } from "node:url";
import { contextSlot } from "../base/index.ts";
import { currentRules } from "../network/index.ts";

type Callback = (response: IncomingMessage) => void;
type Send = (...given: unknown[]) => ClientRequest;

let isInstalled = false;

/** The address at the gateway of the trial that code belongs to: "http://127.0.0.1:4711/t/TOKEN". */
const routes = contextSlot<string>();
let stray: string | undefined;

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
function lead(
  { protocol, hostname, port }: Pick<URL, "protocol" | "hostname" | "port">,
  path: string,
): URL | undefined {
  if (!currentRules()?.leads?.(hostname, Number(port) || usualPort(protocol))) return undefined;
  const base = routes.get() ?? stray;
  if (base === undefined) return undefined;
  const host = port === "" || Number(port) === usualPort(protocol) ? hostname : `${hostname}:${port}`;
  return new URL(`${base}/to/${protocol.slice(0, -1)}/${host}${path}`);
}

/** Whether requests of the code that is running now are redirected at all. */
function mayLead(): boolean {
  return currentRules()?.leads !== undefined;
}

function usualPort(protocol: string): number {
  return protocol === "http:" || protocol === "ws:" ? 80 : 443;
}

/** A request as undici's dispatchers are given it. */
interface DispatchOptions {
  origin?: string | URL;
  path?: string;
}

interface Dispatcher {
  dispatch(options: DispatchOptions, handler: unknown): unknown;
}

/** Where undici keeps the dispatcher that all its copies in a process share, Node's own included. */
const slots = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));
type Slots = Record<symbol, Dispatcher | undefined>;
const leading = new WeakSet<object>();

/** Puts ours before the existing dispatchers. A missing one belongs to a copy of undici that is not loaded. */
function leadDispatchers(): void {
  if (!isInstalled) return;
  const global = globalThis as unknown as Slots;
  for (const slot of slots) {
    const found = global[slot];
    // By assignment, because undici makes the property unconfigurable.
    if (found && !leading.has(found)) global[slot] = leadingDispatcher(found);
  }
}

function leadingDispatcher(dispatcher: Dispatcher): Dispatcher {
  const direct = pastProxy(dispatcher);
  const dispatch: Dispatcher["dispatch"] = (options, handler) => {
    const led = ledOptions(options);
    // Requests of fetch() have been led before.
    const isToGateway = (routes.get() ?? stray)?.startsWith(URL.parse(String(led.origin))?.origin ?? "-");
    return (isToGateway ? direct : dispatcher).dispatch(led, handler);
  };
  const wrapped = new Proxy(dispatcher, {
    get(target, name) {
      if (name === "dispatch") return dispatch;
      const value: unknown = Reflect.get(target, name);
      // These use private fields, which a proxy does not have. Others have to find our dispatch() in `this`.
      return (name === "close" || name === "destroy") && typeof value === "function" ? value.bind(target) : value;
    },
  });
  leading.add(wrapped);
  return wrapped;
}

type Make = new (around?: Dispatcher) => Dispatcher;

/** A proxy reaches the model's host, but not this machine. It has an agent of its own, which is of the right class. */
function pastProxy(dispatcher: Dispatcher): Dispatcher {
  const { name } = dispatcher.constructor;
  // How undici 8 serves Node's fetch(): around the other slot's dispatcher.
  const inner = (globalThis as unknown as Slots)[slots[1] as symbol];
  if (name === "Dispatcher1Wrapper" && inner && pastProxy(inner) !== inner)
    return new (dispatcher.constructor as Make)(pastProxy(inner));
  if (!name.endsWith("ProxyAgent")) return dispatcher;
  const parts = Object.getOwnPropertySymbols(dispatcher).map((part) => Reflect.get(dispatcher, part) as Dispatcher);
  const agent = parts.find((part) => part?.constructor?.name === "Agent");
  return agent ? new (agent.constructor as Make)() : dispatcher;
}

function ledOptions(options: DispatchOptions): DispatchOptions {
  const origin = options?.origin === undefined ? null : URL.parse(String(options.origin));
  const led = origin && lead(origin, options.path ?? "/");
  return led ? { ...options, origin: led.origin, path: led.pathname + led.search } : options;
}

/** Runs code of a trial, so that its model calls, and those of all code it starts, go to the trial's address. */
export function withinRoute<T>(base: string, work: () => T): T {
  // Repeated here, because a suite may install its own dispatcher at any time.
  leadDispatchers();
  return routes.run(base, work);
}

/** The address for model calls that belong to no trial: "http://127.0.0.1:4711/t/-". Undefined without a gateway. */
export function setStrayBase(base: string | undefined): void {
  stray = base;
}
