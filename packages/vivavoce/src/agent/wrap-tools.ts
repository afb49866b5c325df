import type { AgentContext } from "./types.ts";

/** Tools as functions of their arguments, by name. */
// biome-ignore lint/suspicious/noExplicitAny: each function has arguments of its own.
export type ToolFunctions = Readonly<Record<string, (given: any) => unknown>>;

/** The same functions, each a promise of what it returned. */
export type WrappedTools<Tools extends ToolFunctions> = {
  readonly [Name in keyof Tools]: (...given: Parameters<Tools[Name]>) => Promise<Awaited<ReturnType<Tools[Name]>>>;
};

/**
 * Makes an agent's tools run through Viva: each call is recorded, and gets mocks and faults. A tool is a function of one
 * object. It does not ask for approval: use `context.approve` for that.
 *
 * @example
 * const tools = wrapTools(context, {
 *   add_note: ({ text }: { text: string }) => notes.add(text),
 * });
 * await tools.add_note({ text: "Call Ada" });
 */
export function wrapTools<Tools extends ToolFunctions>(
  context: Pick<AgentContext, "tool">,
  tools: Tools,
): WrappedTools<Tools> {
  const wrapped = Object.entries(tools).map(([name, run]) => [
    name,
    (given: unknown) => context.tool({ name, arguments: given }, run),
  ]);
  return Object.fromEntries(wrapped) as WrappedTools<Tools>;
}
