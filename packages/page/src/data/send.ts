import type { ActionAnswers } from "../../../vivavoce/dist/report/views/actions.js";

type ActionName = keyof ActionAnswers;
type BodyOf<Name extends ActionName> = ActionAnswers[Name]["body"];
export type SentAnswer<Name extends ActionName> = ActionAnswers[Name]["answer"];

/** Sends something to be kept, with the token that only this server's own page gets. If it is refused, the error says why. */
export async function send<Name extends ActionName>(name: Name, body: BodyOf<Name>): Promise<SentAnswer<Name>> {
  const { token } = await answered(await fetch("api/session"));
  const headers = { "content-type": "application/json", "x-viva-token": token };
  return answered(await fetch(`api/${name}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answered(response: Response) {
  const body = await response.json();
  if (!response.ok) throw new Error(body?.error ?? `the server answered ${response.status}`);
  return body;
}
