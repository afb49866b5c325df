import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { InputError, messageOf, plural } from "../base/index.ts";
import { beyondProxy, openProxy } from "../gateway/index.ts";
import { modelLimits, type WireAnswer, WireFailure, type WireRequest, wireRoute } from "../model/index.ts";
import { commandOf, wholeNumber } from "./command.ts";
import { interrupted } from "./interruption.ts";
import { cleanText, print, printError } from "./print.ts";
import { surroundings } from "./surroundings.ts";

export default commandOf({
  flags: {
    "--port <number>": ["the port to listen on, on this machine; 0 takes a free one", wholeNumber(0, 65_535), 4711],
    "--upstream <url>": "where calls go between runs; by default, to the provider of the API that is called",
  },
  async act({ port, upstream }) {
    const { environment, project } = await surroundings();
    const settings = { choices: {}, environment, prices: project.config.prices, limits: modelLimits(), upstream };
    let origin: string | undefined;
    const wire = async (request: WireRequest, options: object): Promise<WireAnswer> => {
      const { model } = wireRoute({ ...settings, environment: beyondProxy(environment, origin) }, request);
      const wire: WireAnswer = await model.send(request, options).catch((error: unknown) => {
        if (error instanceof WireFailure) return error.wire;
        throw error;
      });
      const usage = wire.answer?.usage;
      const tokens = usage ? `, ${plural(usage.inputTokens + usage.outputTokens, "token")}` : "";
      printError(cleanText(`${model.id}: ${wire.status}${tokens}`));
      return wire;
    };
    const between = { caseId: "between runs", wire, lines: [], cut: () => {} };
    const proxy = await openProxy({ port, token: keptToken(project.root), between }).catch((cause: unknown) => {
      const remedy = "Stop the program that listens there, or choose another port with --port; 0 takes a free one.";
      throw new InputError({ message: `cannot listen on port ${port}: ${messageOf(cause)}`, remedy }, cause);
    });
    origin = proxy.origin;
    print(howToUse(proxy));
    await interrupted();
    proxy.close();
    return 0;
  },
});

/** The same from day to day, so that the agent's address stays what it is. Only this user may read it. */
function keptToken(root: string): string {
  const file = join(root, ".viva", "proxy-token");
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, `viva-${randomBytes(16).toString("hex")}`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const token = readFileSync(file, "utf8").trim();
  if (/^viva-[0-9a-f]{32}$/.test(token)) return token;
  const remedy = "Delete it: viva proxy makes a new one, and the agent's address changes with it.";
  throw new InputError({ message: "the proxy's token has been changed", place: { file }, remedy });
}

function howToUse({ origin, address }: { origin: string; address: string }): string {
  return `Listening on ${origin} until Ctrl-C. Start your agent with

  OPENAI_BASE_URL=${address}/v1
  ANTHROPIC_BASE_URL=${address}

and name the proxy in the suite: gateway: { proxy: "${origin}" }. While a run is under way, its calls are recorded, measured and replayed for the trial they belong to; otherwise they are passed on. Whoever knows the address can spend your keys: it is kept in .viva/proxy-token.`;
}
