import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";
import { objectIn, textOf } from "../safe-json.ts";

/** The attributes of a span by name. A map, so that no name means anything to JavaScript. */
type SpanAttributes = ReadonlyMap<string, JsonValue>;

export interface SpanEvent {
  name: string;
  attributes: SpanAttributes;
  body?: JsonValue | undefined;
}

/** One span of a trace, as much of it as an import needs. */
export interface Span extends ReturnType<typeof spanOf> {}

/** The spans of an OTLP request in JSON. */
export function* spansIn(request: JsonObject): Generator<Span> {
  for (const resource of objects(request.resourceSpans)) {
    const service = attributesOf(objectIn(resource.resource).attributes).get("service.name");
    for (const scope of [...objects(resource.scopeSpans), ...objects(resource.instrumentationLibrarySpans)])
      for (const span of objects(scope.spans)) yield spanOf(span, service === undefined ? undefined : textOf(service));
  }
}

/** The log records of an OTLP request in JSON that are events of spans. */
export function* eventsIn(request: JsonObject): Generator<{ spanId: string; event: SpanEvent }> {
  for (const resource of objects(request.resourceLogs))
    for (const scope of objects(resource.scopeLogs))
      for (const record of objects(scope.logRecords)) {
        const attributes = attributesOf(record.attributes);
        const name = textOf(record.eventName || (attributes.get("event.name") ?? ""));
        yield { spanId: idOf(record.spanId), event: { name, attributes, body: anyValue(record.body) } };
      }
}

function spanOf(span: JsonObject, service: string | undefined) {
  const status = objectIn(span.status);
  const failed = status.code === 2 || status.code === "STATUS_CODE_ERROR" || status.code === "2";
  const attributes = attributesOf(span.attributes);
  const errorType = attributes.get("error.type");
  return {
    traceId: idOf(span.traceId),
    spanId: idOf(span.spanId),
    parentId: idOf(span.parentSpanId),
    name: textOf(span.name ?? ""),
    /** Milliseconds; NaN where it is not known. */
    start: milliseconds(span.startTimeUnixNano),
    end: milliseconds(span.endTimeUnixNano),
    attributes,
    events: objects(span.events).map(
      (event): SpanEvent => ({ name: textOf(event.name ?? ""), attributes: attributesOf(event.attributes) }),
    ),
    /** What went wrong, where the span's status says that something did. */
    error:
      failed || errorType !== undefined
        ? textOf(status.message || errorType || "the span's status is an error")
        : undefined,
    service,
  };
}

function attributesOf(value: JsonValue | undefined): SpanAttributes {
  const found = new Map<string, JsonValue>();
  for (const { key, value: given } of objects(value)) {
    const read = anyValue(given);
    if (typeof key === "string" && read !== undefined) found.set(key, read);
  }
  return found;
}

/** OTLP's tagged value as plain JSON; a value that somebody wrote without its tag is taken as it is. */
function anyValue(value: JsonValue | undefined, depth = 0): JsonValue | undefined {
  if (value === undefined || value === null || depth > 100) return undefined;
  if (!isJsonObject(value)) return value;
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.boolValue !== undefined) return value.boolValue;
  if (value.intValue !== undefined) return Number(value.intValue);
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (value.bytesValue !== undefined) return value.bytesValue;
  if (isJsonObject(value.arrayValue))
    return [value.arrayValue.values ?? []].flat().map((item) => anyValue(item, depth + 1) ?? null);
  if (!isJsonObject(value.kvlistValue)) return Object.keys(value).length === 0 ? undefined : value;
  const fields = objects(value.kvlistValue.values).map(({ key, value: field }): [string, JsonValue] => [
    textOf(key),
    anyValue(field, depth + 1) ?? null,
  ]);
  return Object.fromEntries(fields);
}

function milliseconds(nanoseconds: JsonValue | undefined): number {
  const known = typeof nanoseconds === "string" || typeof nanoseconds === "number" ? Number(nanoseconds) : 0;
  return known > 0 ? known / 1e6 : Number.NaN;
}

function idOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value.toLowerCase() : "";
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
