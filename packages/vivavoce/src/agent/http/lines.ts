import { AgentFailure } from "../types.ts";

/** Longer than any real line. A server that never ends a line would fill the memory. */
const longestText = 8 * 1024 * 1024;

/** The lines of a body, as they come. The last one counts even without a line break. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    // A carriage return at the end may be half of a line break, so wait for the next character.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > longestText) throw new AgentFailure("the server's answer has a line of more than 8 MB");
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}

export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestText) throw new AgentFailure("the server's answer takes more than 8 MB");
  }
  return text + decoder.decode();
}
