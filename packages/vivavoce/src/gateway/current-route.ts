import { contextSlot } from "../base/index.ts";
import { unguarded } from "../network/index.ts";
import { leadDispatchers } from "./dispatchers.ts";

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
