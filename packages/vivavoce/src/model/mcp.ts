import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue, jsonCopy, tooLargeToKeep } from "../base/index.ts";
import { ModelError } from "./model-error.ts";
import { nearestRequest, showDifferences } from "./request-diff.ts";
import type { trialSecrets } from "./trial-secrets.ts";

type TrialSecrets = ReturnType<typeof trialSecrets>;

const json = z.custom<JsonValue>((value) => value !== undefined);
const jsonObject = z.custom<JsonObject>(isJsonObject, "must be a map");

/** A request to an MCP server and its reply, as a tape keeps them. */
export const mcpRecordSchema = z
  .strictObject({
    /** The server's name in the suite. */
    server: z.string(),
    method: z.string(),
    params: json.optional(),
    result: json.optional(),
    error: jsonObject.optional(),
    ms: z.number().min(0).optional(),
  })
  .refine(({ result, error }) => (result === undefined) !== (error === undefined), "give either result or error");
export type McpRecord = z.infer<typeof mcpRecordSchema>;

export type McpRequest = Pick<McpRecord, "server" | "method" | "params">;
/** What the server said, and how long it took. */
export type McpReply = Pick<McpRecord, "result" | "error" | "ms">;

/** Asks an MCP server for a trial; `ask` really asks, if nothing is replayed. */
export type AskMcp = (request: McpRequest, ask: () => Promise<McpReply>) => Promise<McpReply>;

/** Really asks, and keeps what was said. */
export function recordedMcp(secrets: TrialSecrets): { ask: AskMcp; records: McpRecord[] } {
  const records: McpRecord[] = [];
  const ask: AskMcp = async (request, askServer) => {
    const kept = secrets.request("agent", compared(request)) as McpRequest;
    const reply = await askServer();
    const size = tooLargeToKeep(reply);
    if (size !== undefined) {
      throw new ModelError({
        failure: "bad-answer",
        message: `a reply of the MCP server ${request.server} to ${request.method} takes ${size} call`,
      });
    }
    records.push({ ...kept, ...(secrets.answer("agent", reply) as McpReply) });
    return reply;
  };
  return { ask, records };
}

/** Gives each recorded reply once, to the request that it answered; order matters only among equal requests. */
export function replayedMcp(
  records: readonly McpRecord[],
  {
    secrets,
    file,
    fits,
  }: { secrets: TrialSecrets; file: string | undefined; fits(recorded: JsonValue, asked: JsonValue): boolean },
): { ask(request: McpRequest): McpReply; records: McpRecord[] } {
  const served: McpRecord[] = [];
  const left = [...records];
  const ask = (request: McpRequest): McpReply => {
    const kept = secrets.request("agent", compared(request));
    const place = left.findIndex((record) => fits(compared(record), kept));
    const [found] = place < 0 ? [] : left.splice(place, 1);
    if (!found) throw notOnTape(records, kept, file);
    served.push(found);
    const { result, error, ms } = found;
    return secrets.restored(
      "agent",
      jsonCopy({ ...(error ? { error } : { result }), ...(ms === undefined ? {} : { ms }) }),
    );
  };
  return { ask, records: served };
}

/** The hash of a request. `_meta` and the client's name and version are left out, because they do not change the question. */
function compared({ server, method, params }: McpRequest): JsonObject {
  if (params === undefined || method === "initialize") return { server, method };
  if (!isJsonObject(params)) return { server, method, params };
  const { _meta, ...others } = params;
  return { server, method, params: others };
}

function notOnTape(records: readonly McpRecord[], asked: JsonValue, file = "the tape"): ModelError {
  const { server, method } = asked as McpRequest;
  const own = records.filter((record) => record.server === server).map((record) => ({ request: compared(record) }));
  const nearest = nearestRequest(own, asked);
  const differences = nearest && showDifferences(nearest.request, asked);
  const why =
    differences === undefined
      ? `${file} holds nothing of this server`
      : differences === ""
        ? `${file} holds this request, but not so often`
        : `nearest recorded request in ${file}:\n${differences}`;
  return new ModelError({
    failure: nearest === undefined ? "no-tape" : "tape-differs",
    message: `the MCP server ${server} is asked something that was not recorded: ${method}\n${why}`,
    remedy: "Record the case again with --record, or undo the change that altered the request.",
  });
}
