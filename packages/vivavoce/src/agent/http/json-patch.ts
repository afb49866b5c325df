import { isJsonObject, type JsonValue, jsonCopy, valueAt } from "../../base/index.ts";
import { AgentFailure } from "../agent-failure.ts";

/** Applies a JSON Patch (RFC 6902) to a value; `test` steps are ignored. */
export function patched(value: JsonValue, patch: JsonValue | undefined): JsonValue {
  return (Array.isArray(patch) ? patch : []).reduce<JsonValue>((state, step) => {
    if (!isJsonObject(step) || typeof step.path !== "string") throw unfit(step);
    const { op, path, from } = step;
    if (op === "test") return state;
    const moved = op === "move" || op === "copy" ? valueAt(state, String(from)) : step.value;
    if (op !== "remove" && moved === undefined) throw unfit(step);
    const base = op === "move" ? changed(state, String(from), "remove") : state;
    return changed(base, path, op === "remove" ? "remove" : op === "replace" ? "replace" : "add", moved);
  }, jsonCopy(value));
}

function changed(root: JsonValue, path: string, op: "add" | "remove" | "replace", value: JsonValue = null): JsonValue {
  if (path === "") return jsonCopy(value);
  const at = path.lastIndexOf("/");
  const parent = valueAt(root, path.slice(0, at));
  const key = path
    .slice(at + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  if (Array.isArray(parent)) {
    const index = key === "-" ? parent.length : Number(key);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) throw unfit(path);
    parent.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [jsonCopy(value)]));
  } else if (isJsonObject(parent)) {
    if (op === "remove") delete parent[key];
    else
      Object.defineProperty(parent, key, {
        value: jsonCopy(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  } else throw unfit(path);
  return root;
}

function unfit(step: JsonValue): AgentFailure {
  return new AgentFailure(`the server patches a state that does not exist: ${JSON.stringify(step)}`);
}
