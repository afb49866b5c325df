import { type Command, InvalidArgumentError } from "commander";
import { InputError, messageOf, plural } from "../base/index.ts";
import { beyondProxy, openProxy } from "../gateway/index.ts";
import { modelLimits, type WireAnswer, type WireRequest } from "../model/index.ts";
import { wireRoute } from "../run/index.ts";
import { decideExitCode } from "./exit-code.ts";
import { listenForInterruption } from "./interruption.ts";
import { cleanText, print, printError } from "./print.ts";
import { surroundings } from "./surroundings.ts";

export function describe(command: Command): Command {
  return command
    .option("--port <number>", "the port to listen on, on this machine", port, 4711)
    .option("--upstream <url>", "where calls go between runs; by default, to the provider of the API that is called")
    .action(async ({ port, upstream }: { port: number; upstream?: string }) => {
      const { environment, project } = await surroundings();
      const settings = { choices: {}, environment, prices: project.config.prices, limits: modelLimits(), upstream };
      let origin: string | undefined;
      const wire = async (request: WireRequest, options: object): Promise<WireAnswer> => {
        const { model } = wireRoute({ ...settings, environment: beyondProxy(environment, origin) }, request);
        const wired = await model.send(request, options);
        const usage = "answer" in wired ? wired.answer.usage : undefined;
        const tokens = usage ? `, ${plural(usage.inputTokens + usage.outputTokens, "token")}` : "";
        printError(cleanText(`${model.id}: ${wired.wire.status}${tokens}`));
        return wired.wire;
      };
      const between = { caseId: "between runs", wire, lines: [], cut: () => {} };
      const proxy = await openProxy({ port, between }).catch((cause: unknown) => {
        const remedy = "Stop the program that listens there, or choose another port with --port; 0 takes a free one.";
        throw new InputError({ message: `cannot listen on port ${port}: ${messageOf(cause)}`, remedy }, cause);
      });
      origin = proxy.origin;
      print(howToUse(origin));
      const { stop, release } = listenForInterruption(() => {});
      await new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true }));
      release();
      proxy.close();
      decideExitCode(0);
    });
}

function howToUse(origin: string): string {
  return `Listening on ${origin} until Ctrl-C. Start your agent with

  OPENAI_BASE_URL=${origin}/v1
  ANTHROPIC_BASE_URL=${origin}

and name the proxy in the suite: gateway: { proxy: "${origin}" }. While a run is under way, its calls are recorded, measured and replayed for the trial they belong to; otherwise they are passed on.`;
}

function port(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new InvalidArgumentError("a port is a whole number up to 65535; 0 takes a free one");
  }
  return number;
}
