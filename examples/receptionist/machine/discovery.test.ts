import { describe, expect, test } from "vitest";
import { say, view } from "../testing/say.ts";
import { hear } from "./index.ts";

describe("discovery", () => {
  test("name, problem, address, one a turn; then urgency", () => {
    const name = say("Maria", "discovery", { zip_code: "78745" });
    expect(name).toMatchObject({ state: "discovery", session: { customer_name: "Maria" } });
    const problem = hear(name, "It's blowing warm", view);
    expect(problem).toMatchObject({ state: "discovery", session: { problem_description: "blowing warm air" } });
    const address = hear(problem, "4210 south lamar", view);
    expect(address).toMatchObject({ state: "urgency", session: { service_address: "4210 south lamar" } });
  });

  test("what a caller gives early is not asked later", () => {
    const turn = say("Maria, at 4210 S Lamar, and it's leaking", "discovery", { zip_code: "78745" });
    expect(turn.state).toBe("urgency");
  });

  test("a name refused once is asked again, twice → callback", () => {
    const once = say("I'd rather not say", "discovery");
    expect(once).toMatchObject({ state: "discovery", session: { turns: { name_refused: 1 } } });
    expect(hear(once, "Why do you need my name?", view)).toMatchObject({
      state: "callback",
      call: { name: "create_callback", arguments: { reason: "would not give a name", priority: "routine" } },
    });
  });

  test("refusing something else is no refusal of the name", () => {
    const turn = say("I'd rather not say", "discovery", { customer_name: "Maria", problem_description: "no heat" });
    expect(turn.session.turns.name_refused).toBe(0);
  });
});
