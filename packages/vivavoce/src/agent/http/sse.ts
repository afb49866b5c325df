export interface ServerSentEvent {
  event: string | undefined;
  data: string;
}

/**
 * The events of a stream (text/event-stream). One that the end of the stream cuts off counts too: dropping it could lose
 * the agent's last words without a trace.
 */
export async function* eventsIn(lines: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let event: string | undefined;
  let data: string[] = [];
  for await (const line of lines) {
    if (line === "") {
      if (data.length > 0) yield { event, data: data.join("\n") };
      event = undefined;
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?::[ ]?(.*))?$/s.exec(line) ?? [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
  if (data.length > 0) yield { event, data: data.join("\n") };
}
