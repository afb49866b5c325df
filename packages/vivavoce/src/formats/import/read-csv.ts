import type { JsonObject } from "../../base/index.ts";

/** A row by the names in the first one, or what is wrong with it, and the line that it begins on. */
type CsvItem = { line: number } & ({ fields: JsonObject } | { message: string; remedy: string });

interface Row {
  line: number;
  cells: string[];
  unclosed: boolean;
}

/** The rows of a CSV text (RFC 4180), after its header. A quoted cell may hold commas, quotes and line breaks. */
export function* readCsv(text: string): Generator<CsvItem> {
  let header: string[] | undefined;
  for (const { line, cells, unclosed } of rowsOf(text)) {
    if (unclosed) {
      const remedy = 'close it with ", and double each quote inside it';
      yield { line, message: "a quoted cell is never closed", remedy };
    } else if (!header) header = cells.map((cell) => cell.trim());
    else if (cells.length > header.length) {
      const message = `this row has ${cells.length} cells, the header ${header.length}`;
      yield { line, message, remedy: "put a cell that holds a comma into double quotes" };
    } else {
      const names = header;
      yield { line, fields: Object.fromEntries(cells.map((cell, index) => [names[index] ?? "", cell])) };
    }
  }
}

function* rowsOf(text: string): Generator<Row> {
  let row: Row = { line: 1, cells: [], unclosed: false };
  let line = 1;
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const { cell, end, unclosed } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    line += cell.split("\n").length - 1;
    row.cells.push(cell);
    row.unclosed ||= unclosed;
    at = end;
    if (text[at] === ",") {
      at += 1;
      // After a comma at the very end there is an empty cell.
      if (at < text.length && text[at] !== "\n" && text[at] !== "\r") continue;
      row.cells.push("");
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    if (row.cells.length > 1 || row.cells[0] !== "") yield row;
    row = { line, cells: [], unclosed: false };
  }
}

function plainCell(text: string, start: number) {
  const found = /[,\r\n]/g;
  found.lastIndex = start;
  const end = found.exec(text)?.index ?? text.length;
  return { cell: text.slice(start, end), end, unclosed: false };
}

function quotedCell(text: string, start: number) {
  let from = start + 1;
  let cell = "";
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { cell: cell + text.slice(from), end: text.length, unclosed: true };
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const { cell: rest, end } = plainCell(text, quote + 1);
      return { cell: cell + rest, end, unclosed: false };
    }
    cell += '"';
    from = quote + 2;
  }
}
