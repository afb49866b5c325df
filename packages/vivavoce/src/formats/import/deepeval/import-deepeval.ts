import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import { readMessage } from "../../transcripts/chat-message.ts";
import { conversationOf } from "../../transcripts/from-messages.ts";
import { type Collected, type Importer, incompleteFields } from "../collected.ts";
import { ImportedFields, itemsOf, partOf } from "../records.ts";
import { textOf } from "../safe-json.ts";
import { conversationalCase, singleCase, toolList, turnsOf } from "./golden-case.ts";

/** Goldens of deepeval: single ones with an input, conversational ones with a scenario. */
export function deepevalImporter(into: Collected): Importer {
  return {
    take(record) {
      const { value } = record;
      const list = ["goldens", "conversational_goldens"].find(
        (name) => isJsonObject(value) && Array.isArray(value[name]),
      );
      for (const golden of list === undefined ? [record] : itemsOf(partOf(record, list)))
        addGolden(into, new ImportedFields(golden, into.report));
    },
  };
}

function addGolden(into: Collected, fields: ImportedFields): void {
  const place = fields.place();
  const [input, scenario] = [textOf(fields.take("input") ?? ""), textOf(fields.take("scenario") ?? "")];
  const opening = scenario || input;
  if (!/\S/.test(opening)) {
    const message = "this golden has neither input nor scenario";
    return void into.report.lost(message, place, "a golden has an input, or a scenario");
  }
  const name = fields.take("name") ?? fields.take("id");
  const id = into.idOf(name === undefined ? undefined : textOf(name), opening, place);
  if (into.as === "transcripts") return void addTranscript(into, id, input, fields);
  const draft = scenario ? conversationalCase(fields, scenario) : singleCase(fields, input);
  const marked = "replaced by a mark, because a case holds text only";
  if (/\[DEEPEVAL:(?:IMAGE|PDF):/.test(JSON.stringify(draft)))
    into.report.note("dropped", "image or PDF", marked, { ...place, caseId: id });
  if (scenario && input) fields.note("dropped", "input", "the scenario says what the user wants");
  into.addCase({ id, ...draft, ...incompleteFields([], fields.lost) }, place);
}

/** What an agent said when the golden was made. */
function addTranscript(into: Collected, id: string, input: string, fields: ImportedFields): void {
  const place = fields.place();
  const turns = turnsOf(fields);
  const content = textOf(fields.take("actual_output") ?? "");
  const answer = { role: "assistant" as const, content, tools: toolList(fields.take("tools_called")) };
  const all = input === "" ? turns : [{ role: "user", content: input, tools: [] }, answer];
  if (!all.some(({ role, content, tools }) => role === "assistant" && (content !== "" || tools.length > 0))) {
    const message = "this golden has no reply of an agent: neither actual_output nor turns of the assistant";
    return void into.report.lost(message, place, "import it as a case: --as cases");
  }
  fields.imported(input === "" ? "turns" : "actual_output", "exchanges");
  const becomes = "a transcript expects nothing; import the file --as cases too, and score these against them";
  for (const [field] of fields.rest()) fields.note("dropped", field, becomes);
  into.addRecorded(id, conversationOf(all.flatMap(messagesOf).map(readMessage)), place);
}

/** The tools were called before the reply. */
function messagesOf({ role, content, tools }: ReturnType<typeof turnsOf>[number], index: number): JsonValue[] {
  const spoken: JsonValue[] = content === "" ? [] : [{ role, content }];
  if (tools.length === 0) return spoken;
  const id = (tool: number) => `call-${index + 1}-${tool + 1}`;
  const calls = tools.map(({ name, parameters = {} }, tool) => ({
    id: id(tool),
    function: { name, arguments: parameters },
  }));
  const results = tools.flatMap(({ output }, tool): JsonValue[] =>
    output === undefined ? [] : [{ role: "tool", tool_call_id: id(tool), content: textOf(output) }],
  );
  return [{ role: "assistant", tool_calls: calls }, ...results, ...spoken];
}
