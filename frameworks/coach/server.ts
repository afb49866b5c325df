// The coach behind HTTP: its sessions and its loop. Its prompt, its tools and the user's leave are at a desk elsewhere.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const sessions = new Map();
async function post(url, body, more = {}) {
  const headers = { "content-type": "application/json", ...more };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.ok ? answer.json() : Promise.reject(new Error(`${url}: ${answer.status} ${await answer.text()}`));
}
async function reply({ message, history, desk, session = crypto.randomUUID() }, { traceparent = "" }) {
  const messages = [...(sessions.get(session) ?? history), { role: "user", content: message }];
  sessions.set(session, messages);
  for (const texts = []; ; ) {
    const { system, tools } = await post(`${desk}/coach`, {});
    const body = { model: "google/gemini-2.5-flash", messages: [system, ...messages], tools };
    const headers = { authorization: `Bearer ${process.env.OPENAI_API_KEY}`, traceparent };
    const { choices } = await post(`${process.env.OPENAI_BASE_URL}/chat/completions`, body, headers);
    const { content, tool_calls: calls = [] } = messages[messages.push(choices[0].message) - 1];
    if (content) texts.push(content);
    for (const { id, function: call } of calls) messages.push(await post(`${desk}/run`, { id, ...call }));
    if (calls.length === 0) return { session, texts };
  }
}
createServer((request, response) =>
  json(request)
    .then((body) => reply(body, request.headers))
    .then((answer) => response.end(JSON.stringify(answer)))
    .catch((error) => response.writeHead(500).end(String(error))),
).listen(process.env.PORT, "127.0.0.1");
