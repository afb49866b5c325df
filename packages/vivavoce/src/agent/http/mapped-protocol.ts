import { type JsonValue, safeLine, valueAt } from "../../base/index.ts";
import type { Piece } from "../dialogue.ts";
import { AgentFailure } from "../types.ts";
import type { HttpAgentOptions, HttpTurn } from "./options.ts";
import { jsonOf, type Protocol, piecesOf } from "./protocol.ts";
import type { ServerSession } from "./server-session.ts";

/** A server's own shape of requests and answers, as its owner describes it. */
export function mappedProtocol(options: HttpAgentOptions, session: ServerSession): Protocol {
  const { request = options.session === undefined ? withHistory : withSession, reply, stream, events } = options;
  const read = (text: string) => {
    const body = jsonOf(text);
    session.readBody(body);
    return body;
  };
  return {
    body: request,
    stream,
    whole(text) {
      if (reply === undefined) return plainText(text, session);
      const body = read(text);
      return typeof reply === "string" ? textAt(body, reply, text) : piecesOf(reply(body));
    },
    part(data, event) {
      if (data === "[DONE]") return [];
      if (events) return piecesOf(events(leniently(data, session), event));
      if (event === "error") throw errorInStream(data);
      if (reply === undefined) return plainText(data, session);
      // A sign of life.
      if (data.trim() === "") return [];
      const body = read(data);
      if (typeof reply === "function") return piecesOf(reply(body));
      const text = valueAt(body, reply);
      if (typeof text === "string") return [text];
      // A part may have no words, but the words before an error are not a whole reply.
      if ((valueAt(body, "/error") ?? null) !== null) throw errorInStream(data);
      return [];
    },
  };
}

const withSession = ({ message, session }: HttpTurn) => ({ message, session });
const withHistory = ({ message, history }: HttpTurn) => ({ message, history });

function plainText(text: string, session: ServerSession): readonly Piece[] {
  const body = leniently(text, session);
  if (typeof body === "string") return [body];
  throw new AgentFailure(
    `the server's answer is JSON, but httpAgent does not know where the agent's words are; give it reply: "/…": ${safeLine(text, 200)}`,
  );
}

/** Parses JSON; anything else is text. */
function leniently(text: string, session: ServerSession): JsonValue {
  try {
    const body = JSON.parse(text) as JsonValue;
    session.readBody(body);
    // A number or "true" on its own is text of the agent.
    return typeof body === "object" && body !== null ? body : typeof body === "string" ? body : text;
  } catch {
    return text;
  }
}

function errorInStream(data: string): AgentFailure {
  return new AgentFailure(`the server's stream holds an error: ${safeLine(data, 200)}`);
}

function textAt(body: JsonValue, pointer: string, text: string): readonly Piece[] {
  const found = valueAt(body, pointer);
  if (typeof found === "string") return [found];
  if (Array.isArray(found) && found.every((one) => typeof one === "string"))
    return found.map((one) => ({ type: "text", text: one, continues: false }));
  throw new AgentFailure(`the server's answer has no text at ${pointer || "its root"}: ${safeLine(text, 200)}`);
}
