import { type Case, exchangesOf } from "../case.ts";
import type { ToolExpectation } from "../expectations.ts";
import { checkEffects } from "./check-effects.ts";
import { checkMatchers } from "./check-matchers.ts";
import type { Finding } from "./finding.ts";
import { listInWords, valueInWords } from "./words.ts";

/** Expectations that cannot be met, or that mean nothing, whatever the agent's tools are. */
export function checkExpectations(subject: Case): Finding[] {
  return [
    ...turnsOutOfRange(subject),
    ...contradictions(subject),
    ...checkEffects(subject),
    ...meaningless(subject),
    ...checkMatchers(subject),
  ];
}

function turnsOutOfRange({ expect, ...testCase }: Case): Finding[] {
  const last = exchangesOf(testCase);
  const check = (list: "tools" | "calls") =>
    (expect[list] ?? []).flatMap(({ turn }, index): Finding[] => {
      if (turn === undefined || turn <= last) return [];
      return [
        {
          level: "problem",
          message: `turn ${turn} is out of range: this case has ${last} ${last === 1 ? "exchange" : "exchanges"}`,
          remedy: "turns count what the user says, from 1",
          path: ["expect", list, index, "turn"],
          hint: { kind: "value", value: turn, field: "turn" },
        },
      ];
    });
  return [...check("tools"), ...check("calls")];
}

function contradictions({ expect, ...testCase }: Case): Finding[] {
  const entries = (expect.tools ?? []).map((entry, index) => ({ entry, index }));
  const demands = entries.filter(({ entry }) => entry.shouldCall);
  const bans = entries.filter(({ entry }) => !entry.shouldCall);
  const exchange = ({ turn }: ToolExpectation) => turn ?? (exchangesOf(testCase) === 1 ? 1 : undefined);
  return bans.flatMap(({ entry: ban, index }) =>
    demands.flatMap(({ entry: demand }): Finding[] => {
      const shared = exchange(ban) === exchange(demand) ? sharedTools(ban, demand) : undefined;
      if (!shared) return [];
      const [first] = shared;
      const what = first === undefined ? "a tool that writes" : listInWords(shared.map(valueInWords), "and");
      const where = ban.turn === undefined ? "" : ` in exchange ${ban.turn}`;
      return [
        {
          level: "problem",
          message: `${what} should be called and should not be called${where}`,
          remedy: "remove one of the two expectations, or give them different turns",
          path: ["expect", "tools", index, ...(first === undefined ? [] : ["tools", ban.tools?.indexOf(first) ?? 0])],
          hint: first === undefined ? { kind: "field", name: "shouldCall" } : { kind: "value", value: first },
        },
      ];
    }),
  );
}

/** The tools that two expectations both name; none, when both leave it at "any tool that writes". */
function sharedTools(a: ToolExpectation, b: ToolExpectation): string[] | undefined {
  if (!a.tools && !b.tools) return [];
  const shared = (a.tools ?? []).filter((name) => b.tools?.includes(name));
  return shared.length > 0 ? shared : undefined;
}

function meaningless({ expect }: Case): Finding[] {
  return (expect.tools ?? []).flatMap((entry, index) => {
    if (entry.shouldCall) return [];
    const given = (["required", "arguments"] as const).filter((field) => entry[field] !== undefined);
    return given.map((field): Finding => {
      const [name] = field === "required" ? (entry.required ?? []) : Object.keys(entry.arguments ?? {});
      return {
        level: "warning",
        message: `${field} beside shouldCall: false means nothing and is ignored`,
        remedy: `remove ${field}, or expect the call`,
        path: ["expect", "tools", index, field],
        hint: { kind: "field", name: name ?? field },
      };
    });
  });
}
