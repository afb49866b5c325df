import { type Agent, AgentFailure, type ChatMessage } from "vivavoce";
import { takeTurnOnCall } from "./agent/take-turn-on-call.ts";
import { type OfficeWorld, officeTools } from "./backend/index.ts";
import { callDataOf } from "./case.ts";
import type { Position } from "./machine/index.ts";
import { systemPrompt } from "./prompt/builder.ts";
import { evacuation } from "./prompt/evacuation.ts";
import { greeting, silentGoodbye, stillThere } from "./prompt/greeting.ts";
import { readTexts } from "./prompt/texts.ts";

/**
 * `prompt-only`: the case's state is the state, and the model words the reply. `production-turn`: the machine hears the
 * line first and calls its tools, as on a real call; then the model words the reply.
 */
export type Mode = "prompt-only" | "production-turn";

/**
 * The receptionist: a state machine decides, a model words the reply. In an emergency the fixed text is said, and no
 * model is asked.
 *
 * @example suite({ agent: ({ prompt, mode }) => receptionist({ prompt, mode }), … })
 */
export function receptionist({ prompt, mode }: { prompt: string; mode: Mode }): Agent<OfficeWorld> {
  return {
    name: "receptionist",
    version: `${prompt}, ${mode}`,
    tools: officeTools.map(({ spec }) => spec),
    hears: ["greet", "silence", "interrupt"],
    open(context) {
      const texts = readTexts(prompt);
      const { state, session } = callDataOf(context.case);
      const messages: ChatMessage[] = [...context.case.history];
      let position: Position = { state, session };
      const reply = async (signal: AbortSignal): Promise<string> => {
        if (position.state === "safety_exit") return evacuation;
        const system = systemPrompt(texts, position.state, position.session);
        const request = { messages: [{ role: "system" as const, content: system }, ...messages] };
        return (await context.model().call(request, { signal })).text;
      };
      const say = (text: string) => {
        context.record({ type: "text", text });
        messages.push({ role: "assistant", content: text });
      };
      const answer = async (line: string, signal: AbortSignal) => {
        messages.push({ role: "user", content: line });
        if (mode === "production-turn") position = await takeTurnOnCall(position, line, context);
        const text = await reply(signal);
        if (text.trim() === "") throw new AgentFailure("the model gave no words to say", "empty-reply");
        say(text);
      };
      let silences = 0;
      return {
        reply: answer,
        greet: async () => say(greeting),
        async silence() {
          silences += 1;
          if (silences === 1) return say(stillThere);
          say(silentGoodbye);
          context.record({ type: "hangup", reason: "the caller stayed silent" });
        },
        interrupt(line, heard, signal) {
          const last = messages.at(-1);
          // The model should go on from what the caller knows.
          if (last?.role === "assistant") messages.splice(-1, 1, { ...last, content: heard });
          return answer(line, signal);
        },
      };
    },
  };
}
