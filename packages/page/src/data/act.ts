import type { ActionAnswers } from "../../../vivavoce/dist/report/views/actions.js";

type ActionName = keyof ActionAnswers;
type Sent<Name extends ActionName> = ActionAnswers[Name] extends { body: infer Body } ? Body : never;
type Answered<Name extends ActionName> = ActionAnswers[Name] extends { answer: infer Answer } ? Answer : never;

/** Changes something at the server. If it refuses, the error has its words. */
export async function act<Name extends ActionName>(name: Name, body: Sent<Name>): Promise<Answered<Name>> {
  // Asked for each time: after a new start of `viva view` the token is another one.
  const { token } = await (await fetch("api/session")).json();
  const headers = { "content-type": "application/json", "x-viva-token": String(token) };
  const response = await fetch(`api/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer?.error ?? `the server answered ${response.status}`);
  return answer;
}
