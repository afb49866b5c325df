import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import { fromMessages } from "../../transcripts/from-messages.ts";
import { idOfWords } from "../case-ids.ts";
import { type Collected, incompleteFields } from "../collected.ts";
import type { Importer } from "../importer.ts";
import { addRecorded } from "../recorded.ts";
import type { SourceRecord } from "../records.ts";
import { textOf } from "../safe-json.ts";
import { conversationalCase, singleCase } from "./golden-case.ts";
import { GoldenFields, type GoldenTurn, toolList } from "./golden-fields.ts";

/** Goldens of deepeval: single ones with an input, conversational ones with a scenario. */
export function deepevalImporter(into: Collected): Importer {
  return {
    take(record) {
      const { value } = record;
      const list = isJsonObject(value)
        ? ["goldens", "conversational_goldens"].find((name) => Array.isArray(value[name]))
        : undefined;
      if (!isJsonObject(value) || list === undefined) return void addGolden(into, record);
      for (const [index, golden] of [value[list] ?? []].flat().entries())
        addGolden(into, { ...record, value: golden, place: (path = []) => record.place([list, index, ...path]) });
    },
  };
}

function addGolden(into: Collected, record: SourceRecord): void {
  const fields = new GoldenFields(record, into.report);
  const place = record.place();
  const [input, scenario] = [fields.take("input"), fields.take("scenario")].map((value) =>
    value === undefined ? "" : textOf(value),
  );
  const opening = scenario || input || "";
  if (!/\S/.test(opening))
    return void into.report.lost(
      "this golden has neither input nor scenario",
      place,
      "a golden has an input, or a scenario",
    );
  const name = fields.take("name") ?? fields.take("id");
  const id = name === undefined ? into.id(idOfWords(opening), place) : into.givenId(textOf(name), place);
  if (into.as === "transcripts") return void addTranscript(into, id, input || "", fields, record);
  const draft = scenario ? conversationalCase(fields, scenario) : singleCase(fields, input || "");
  if (/\[DEEPEVAL:(?:IMAGE|PDF):/.test(JSON.stringify(draft)))
    into.report.dropped("image or PDF", "replaced by a mark, because a case holds text only", { ...place, caseId: id });
  if (scenario && input) fields.dropped("input", "the scenario says what the user wants");
  into.addCase({ id, ...draft, ...incompleteFields([], fields.lost) }, place);
}

/** What an agent said when the golden was made. */
function addTranscript(into: Collected, id: string, input: string, fields: GoldenFields, record: SourceRecord): void {
  const turns = fields.turns();
  const actual = fields.take("actual_output");
  const tools = toolList(fields.take("tools_called"));
  const answer: GoldenTurn = { role: "assistant", content: actual === undefined ? "" : textOf(actual), tools };
  const all = input === "" ? turns : [{ role: "user", content: input, tools: [] }, answer];
  if (!all.some(({ role, content, tools: called }) => role === "assistant" && (content !== "" || called.length > 0))) {
    const message = "this golden has no reply of an agent: neither actual_output nor turns of the assistant";
    return void into.report.lost(message, record.place(), "import it as a case: --as cases");
  }
  fields.imported(input === "" ? "turns" : "actual_output", "exchanges");
  for (const [field] of fields.rest())
    fields.dropped(field, "a transcript expects nothing; import the file --as cases too, and score these against them");
  addRecorded(into, { id, conversation: fromMessages(all.flatMap(messagesOf)), place: record.place() });
}

/** The tools were called before the reply. */
function messagesOf({ role, content, tools }: GoldenTurn, index: number): JsonValue[] {
  const id = (tool: number) => `call-${index + 1}-${tool + 1}`;
  const calls = tools.map(({ name, parameters = {} }, tool) => ({
    id: id(tool),
    function: { name, arguments: parameters },
  }));
  const results = tools.flatMap(({ output }, tool): JsonValue[] =>
    output === undefined ? [] : [{ role: "tool", tool_call_id: id(tool), content: textOf(output) }],
  );
  const spoken: JsonValue[] = content === "" ? [] : [{ role, content }];
  return calls.length === 0 ? spoken : [{ role: "assistant", tool_calls: calls }, ...results, ...spoken];
}
