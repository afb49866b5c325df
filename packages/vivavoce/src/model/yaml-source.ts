import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, visit } from "yaml";
import { InputError, messageOf, type Place, type Problem, readYamlText, yamlData, yamlMessage } from "../base/index.ts";

/** Where things stand in a YAML file, by the path they have as data. */
interface YamlPlaces {
  value(path: readonly PropertyKey[]): Place;
  key(path: readonly PropertyKey[], key: string): Place;
}

const correct =
  "Correct the YAML here; a text with ': ' or ' #' in it, or that begins with a special character, needs quotes.";
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** Reads YAML 1.2 as JSON data; throws an InputError with every problem when it is broken or says what JSON cannot. */
export function parseYaml(text: string, file: string): { value: unknown; places: YamlPlaces } {
  try {
    const { documents, positionAt } = readYamlText(text);
    const at: At = (offset) => ({ file, ...positionAt(offset) });
    const [document, second] = documents;
    if (!document) return { value: null, places: { value: () => at(0), key: () => at(0) } };
    if (second) {
      const message = "a second document begins here, but a tape file must have only one";
      throw new InputError({ message, place: at(second.range[0]), remedy: "Remove the line ---." });
    }
    const problems = [...syntaxProblems(document, at), ...controlCharacters(text, at), ...unfitNodes(document, at)];
    if (problems.length > 0) throw new InputError(problems);
    return { value: dataOf(document, at), places: placesIn(document, at) };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(
      { message: `this YAML cannot be read: ${messageOf(error)}`, place: { file }, remedy: correct },
      error,
    );
  }
}

type At = (offset: number) => Place;

function syntaxProblems(document: Document.Parsed, at: At): Problem[] {
  return [...document.errors, ...document.warnings].map((error) => ({
    message: yamlMessage(error),
    place: at(error.pos[0]),
    remedy: correct,
  }));
}

function controlCharacters(text: string, at: At): Problem[] {
  const offset = text.search(forbidden);
  if (offset < 0) return [];
  const remedy = 'Take it out, or write it as an escape in double quotes, such as "\\u0000".';
  return [{ message: "YAML cannot contain a control character", place: at(offset), remedy }];
}

const plainTags = ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`);

/** Numbers, keys, types and cycles that YAML allows and JSON does not. */
function unfitNodes(document: Document.Parsed, at: At): Problem[] {
  const problems: Problem[] = [];
  const refuse = (node: unknown, message: string, remedy: string) =>
    problems.push({ message, place: at((node as Node | null)?.range?.[0] ?? 0), remedy });
  visit(document, {
    Alias(_, alias, parents) {
      const inside = parents.some((parent) => (isMap(parent) || isSeq(parent)) && parent.anchor === alias.source);
      if (inside) refuse(alias, `*${alias.source} is inside the value that it refers to`, "Write the value out.");
    },
    Value(_, node) {
      const { value } = node as { value?: unknown };
      if (node.tag && !plainTags.includes(node.tag))
        refuse(node, `${node.tag} is not a type that JSON has`, "Leave the tag out.");
      else if (typeof value === "number" && !Number.isFinite(value)) {
        refuse(node, `${value} is not a number that JSON has`, "Give a number, or quote it as a text.");
      }
    },
  });
  return problems;
}

function dataOf(document: Document.Parsed, at: At): unknown {
  const read = yamlData(document, 100);
  if ("value" in read) return read.value;
  const remedy = "Write the text out in place of its alias (*name).";
  const message = `too many aliases: ${messageOf(read.error)}`;
  throw new InputError({ message, place: at(read.aliasAt), remedy }, read.error);
}

/** A step of the path that is not in the file, because a short form is used there, is skipped. */
function placesIn(document: Document.Parsed, at: At): YamlPlaces {
  const follow = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  const step = (node: unknown, name: PropertyKey): unknown =>
    isSeq(node) && typeof name === "number" ? node.items[name] : pairIn(node, String(name))?.value;
  const find = (path: readonly PropertyKey[]): unknown =>
    path.reduce<unknown>((node, name) => follow(step(node, name)) ?? node, document.contents);
  const start = (node: unknown): Place => at((node as Node | null)?.range?.[0] ?? 0);
  return {
    value: (path) => start(find(path)),
    key: (path, key) => start(pairIn(find(path), key)?.key ?? find(path)),
  };
}

function pairIn(node: unknown, key: string): Pair | undefined {
  return isMap(node) ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key) : undefined;
}
