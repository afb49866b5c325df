import type { JsonObject } from "../../base/index.ts";

/** One event of a stream: its data lines joined, and its name if it has one. */
interface ServerEvent {
  name: string | undefined;
  data: string;
}

/** A line ends with CRLF, LF or CR; a blank line ends the event. */
const eventEnd = /(?:\r\n|\n|\r(?!\n)){2}/g;
const longestEnd = 4;

/**
 * Cuts a stream into the texts of its events as it comes, each with its closing blank line.
 *
 * @example const splitter = new EventSplitter(); splitter.push(chunk).forEach(send);
 */
export class EventSplitter {
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #rest = "";

  push(chunk: Uint8Array | string): string[] {
    // The text before this has no end of an event in it, so it is not searched again.
    const from = Math.max(0, this.#rest.length - longestEnd);
    const text = this.#rest + (typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true }));
    const events: string[] = [];
    let start = 0;
    eventEnd.lastIndex = from;
    for (let match = eventEnd.exec(text); match; match = eventEnd.exec(text)) {
      events.push(text.slice(start, eventEnd.lastIndex));
      start = eventEnd.lastIndex;
    }
    this.#rest = text.slice(start);
    return events;
  }
}

/**
 * The events in the pieces of a stream, wherever it was cut. Comments are left out, and so is an unfinished event, which a
 * client does not see either.
 */
export function serverEvents(pieces: readonly string[]): ServerEvent[] {
  const texts = new EventSplitter().push(pieces.join("").replace(/^\uFEFF/, ""));
  return texts.flatMap((text) => eventOf(text.split(/\r\n|\n|\r/)));
}

/**
 * The events in lines, as they come. An event that the end of the stream cuts off counts here, because dropping it could
 * lose an agent's last words.
 */
export async function* eventsIn(lines: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  const event: string[] = [];
  for await (const line of lines) {
    if (line !== "") event.push(line);
    else yield* eventOf(event.splice(0));
  }
  yield* eventOf(event);
}

/** The event that these lines make, if any. */
function eventOf(lines: readonly string[]): ServerEvent[] {
  const fields = lines.map((line) => /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? []);
  const valuesOf = (name: string) => fields.flatMap(([, field, value = ""]) => (field === name ? [value] : []));
  const data = valuesOf("data");
  return data.length === 0 ? [] : [{ name: valuesOf("event").at(-1), data: data.join("\n") }];
}

/** An event as it is sent, under the name that its type gives it. */
export function eventText(data: JsonObject | string): string {
  if (typeof data === "string") return `data: ${data}\n\n`;
  return `${typeof data.type === "string" ? `event: ${data.type}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}
