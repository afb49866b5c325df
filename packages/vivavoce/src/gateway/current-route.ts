import { AsyncLocalStorage } from "node:async_hooks";
export interface CurrentRoute {
  base: string;
  caseId: string;
}
const storage = new AsyncLocalStorage<CurrentRoute>();
export function withinRoute<T>(route: CurrentRoute, work: () => T): T {
  return storage.run(route, work);
}
export function currentRoute(): CurrentRoute | undefined {
  return storage.getStore();
}
export function outsideRoutes<T>(work: () => T): T {
  return storage.exit(work);
}
