import dns from "node:dns";
import { isIP } from "node:net";
import { refusalOf } from "./guard.ts";
import { canonicalHost } from "./host-list.ts";

type Function = (...given: unknown[]) => unknown;

/** Checks every name before it is looked up, because a DNS query leaves the machine too. */
export function guardNames(): void {
  const holders: readonly (readonly [object, "callback" | "promise"])[] = [
    [dns, "callback"],
    [dns.Resolver.prototype, "callback"],
    [dns.promises, "promise"],
    [dns.promises.Resolver.prototype, "promise"],
  ];
  for (const [holder, kind] of holders) {
    for (const name of namesOf(holder)) {
      const apply = (target: Function, self: unknown, given: unknown[]) => {
        const [asked] = given;
        const isLocal = typeof asked !== "string" || (name === "lookup" && needsNoServer(asked));
        const error = isLocal ? undefined : refusalOf(asked, undefined, apply);
        if (!error) return Reflect.apply(target, self, given);
        if (kind === "promise") return Promise.reject(error);
        const done = given.findLast((one) => typeof one === "function") as Function | undefined;
        if (!done) throw error;
        setImmediate(() => done(error));
        return undefined;
      };
      Object.assign(holder, { [name]: new Proxy(Reflect.get(holder, name) as Function, { apply }) });
    }
  }
}

/** Resolvers inherit most of theirs from a class of Node's own. */
function namesOf(holder: object): string[] {
  const names = new Set<string>();
  // Up to Object.prototype, of any realm, because a test runner has its own.
  for (let level = holder, above: object | null; ; level = above) {
    above = Object.getPrototypeOf(level) as object | null;
    if (above === null) break;
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
  }
  return [...names].filter(
    (name) => /^(?:lookup|resolve|reverse)/.test(name) && typeof Reflect.get(holder, name) === "function",
  );
}

function needsNoServer(host: string): boolean {
  return isIP(host) > 0 || canonicalHost(host) === "localhost";
}
