import { EventLines, type ServerEvent } from "../../model/index.ts";

/**
 * The events of a stream (text/event-stream). An event that the end of the stream cuts off counts too, because dropping it
 * could lose the agent's last words.
 */
export async function* eventsIn(lines: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  const event = new EventLines();
  for await (const line of lines) {
    if (line === "") yield* event.take();
    else event.add(line);
  }
  yield* event.take();
}
