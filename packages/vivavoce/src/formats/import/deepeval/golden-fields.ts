import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";
import { ImportedFields } from "../fields.ts";
import { parsed, textOf } from "../safe-json.ts";

/** The fields of a golden. */
export class GoldenFields extends ImportedFields {
  /** What the golden expects and the case does not. */
  readonly lost: string[] = [];

  /** A part of what is expected was left out. */
  lostCheck(kind: string, becomes: string, field = kind): void {
    this.lost.push(kind);
    this.note("dropped", kind, becomes, field);
  }

  turns(): GoldenTurn[] {
    const turns = turnList(this.take("turns"));
    if (!turns) this.note("dropped", "turns", "this is not a list of turns");
    const others = turns?.filter(({ role }) => role !== "user" && role !== "assistant") ?? [];
    for (const { role } of others)
      this.note("dropped", `turn of role ${role}`, "a turn is the user's or the assistant's", "turns");
    return turns?.filter((turn) => !others.includes(turn)) ?? [];
  }
}

/** A tool of a golden, by either spelling of its fields. */
interface GoldenTool {
  name: string;
  parameters?: JsonObject | undefined;
  output?: JsonValue | undefined;
}

export interface GoldenTurn {
  role: string;
  content: string;
  tools: GoldenTool[];
}

/** deepeval joins lists of texts with bars in CSV and JSON lines. A context with its source is its text. */
export function textList(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  const items = typeof value === "string" ? value.split("|") : [value].flat();
  return items.map(contextText).filter((text) => /\S/.test(text));
}

function contextText(item: JsonValue): string {
  if (isJsonObject(item) && typeof item.context === "string") return item.context;
  const text = textOf(item);
  return /^deepeval_source=.*?,deepeval_context=(.*)$/s.exec(text)?.[1] ?? text;
}

/** Tools as a list, as its JSON text, or as names with semicolons between; `stray` hears what is none. */
export function toolList(value: JsonValue | undefined, stray: (text: string) => void = () => {}): GoldenTool[] {
  if (value === undefined || value === null) return [];
  const list = typeof value === "string" ? (parsed(value) ?? value.split(";")) : value;
  return [list].flat().flatMap((tool): GoldenTool[] => {
    if (typeof tool === "string") return tool.trim() === "" ? [] : [{ name: tool.trim() }];
    if (!isJsonObject(tool) || typeof tool.name !== "string") {
      stray(textOf(tool));
      return [];
    }
    const given = tool.input_parameters ?? tool.inputParameters ?? undefined;
    const parameters = typeof given === "string" ? parsed(given) : given;
    if (given !== undefined && !isJsonObject(parameters)) stray(`input_parameters ${textOf(given)}`);
    return [
      {
        name: tool.name,
        parameters: isJsonObject(parameters) ? parameters : undefined,
        output: tool.output ?? undefined,
      },
    ];
  });
}

/** The turns of a conversation, as a list or as its JSON text; undefined where it is neither. */
function turnList(value: JsonValue | undefined): GoldenTurn[] | undefined {
  const list = typeof value === "string" ? parsed(value) : (value ?? []);
  if (!Array.isArray(list) || !list.every(isJsonObject)) return undefined;
  return list.map((turn) => ({
    role: textOf(turn.role),
    content: textOf(turn.content ?? ""),
    tools: toolList(turn.tools_called ?? turn.toolsCalled),
  }));
}
