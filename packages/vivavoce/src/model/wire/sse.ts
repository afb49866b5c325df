import type { JsonObject } from "../../base/index.ts";

/** One event of a stream: its data lines joined, and its name if it has one. */
export interface ServerEvent {
  name: string | undefined;
  data: string;
}

/** A line ends with CRLF, LF or CR; a blank line ends the event. */
const eventEnd = /(?:\r\n|\n|\r(?!\n)){2}/g;
const longestEnd = 4;

/**
 * Cuts a stream into the texts of its events as it comes, each with its closing blank line. Nothing is lost: all texts and
 * the rest, joined, are the stream.
 *
 * @example const splitter = new EventSplitter(); splitter.push(chunk).forEach(send); send(splitter.end());
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

  /** What came after the last whole event: empty, unless the stream broke off. */
  end(): string {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = "";
    return rest;
  }
}

/**
 * The events in the pieces of a stream, wherever it was cut. Comments are left out, and so is an unfinished event, which a
 * client does not see either.
 */
export function serverEvents(pieces: readonly string[]): ServerEvent[] {
  return new EventSplitter().push(pieces.join("").replace(/^\uFEFF/, "")).flatMap(serverEvent);
}

function serverEvent(text: string): ServerEvent[] {
  const lines = new EventLines();
  for (const line of text.split(/\r\n|\n|\r/)) lines.add(line);
  return lines.take();
}

/** The lines of one event. */
export class EventLines {
  #name: string | undefined;
  #data: string[] = [];

  add(line: string): void {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (field === "event") this.#name = value;
    if (field === "data") this.#data.push(value);
  }

  /** The event that they make, if any; the next one begins. */
  take(): ServerEvent[] {
    const events = this.#data.length === 0 ? [] : [{ name: this.#name, data: this.#data.join("\n") }];
    this.#name = undefined;
    this.#data = [];
    return events;
  }
}

/** An event as it is sent, under the name that its type gives it. */
export function eventText(data: JsonObject | string): string {
  if (typeof data === "string") return `data: ${data}\n\n`;
  return `${typeof data.type === "string" ? `event: ${data.type}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}
