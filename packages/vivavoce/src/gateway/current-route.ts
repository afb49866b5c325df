import { contextSlot } from "../base/index.ts";
import { unguarded } from "../network/index.ts";

/** The address of a request, as a URL gives it. */
interface RequestOrigin {
  /** "https:" */
  protocol: string;
  hostname: string;
  /** "" for the protocol's usual one. */
  port: string;
}

/** Where a request goes instead; undefined if it is not redirected. */
export type Lead = (origin: RequestOrigin, path: string) => URL | undefined;

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
let lead: Lead | undefined;

export function leadDispatchersBy(given: Lead): void {
  lead = given;
}

/** Puts ours before the existing dispatchers. A missing one belongs to a copy of undici that is not loaded. */
function leadDispatchers(): void {
  if (!lead) return;
  const global = globalThis as unknown as Slots;
  for (const slot of slots) {
    const found = global[slot];
    // By assignment, because undici makes the property unconfigurable.
    if (found && !leading.has(found)) global[slot] = leadingDispatcher(found, lead);
  }
}

function leadingDispatcher(dispatcher: Dispatcher, to: Lead): Dispatcher {
  const direct = pastProxy(dispatcher);
  const dispatch: Dispatcher["dispatch"] = (options, handler) => {
    const led = ledOptions(options, to);
    // Requests of fetch() have been led before.
    const isToGateway = (routes.get()?.base ?? stray)?.startsWith(URL.parse(String(led.origin))?.origin ?? "-");
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

function ledOptions(options: DispatchOptions, to: Lead): DispatchOptions {
  const origin = options?.origin === undefined ? null : URL.parse(String(options.origin));
  const led = origin && to(origin, options.path ?? "/");
  return led ? { ...options, origin: led.origin, path: led.pathname + led.search } : options;
}

/** The trial that code belongs to, as the gateway knows it. */
interface CurrentRoute {
  /** "http://127.0.0.1:4711/t/TOKEN" */
  base: string;
  caseId: string;
}

const routes = contextSlot<CurrentRoute>();
let stray: string | undefined;

/** Runs code of a trial, so that its model calls, and those of all code it starts, go to the trial's address. */
export function withinRoute<T>(route: CurrentRoute, work: () => T): T {
  // Repeated here, because a suite may install its own dispatcher at any time.
  leadDispatchers();
  return routes.run(route, work);
}

export function currentRoute(): CurrentRoute | undefined {
  return routes.get();
}

/** Runs Viva's own traffic, which is neither redirected to the gateway nor refused. */
export function outsideRoutes<T>(work: () => T): T {
  return unguarded(work);
}

/** The address for model calls that belong to no trial: "http://127.0.0.1:4711/t/-". Undefined without a gateway. */
export function strayBase(): string | undefined {
  return stray;
}

export function setStrayBase(base: string | undefined): void {
  stray = base;
}
