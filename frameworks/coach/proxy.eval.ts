import { deskHost, servedCoach } from "./desk.ts";
import { examOver } from "./exam.ts";

// Its server was started by hand, with OPENAI_BASE_URL at the proxy: Viva does not know where it runs, only where to ask.
const { COACH_URL: url = "http://127.0.0.1:4712/", COACH_PROXY: proxy = "http://127.0.0.1:4711" } = process.env;

export default examOver("coach-by-proxy", () => servedCoach({ url }), {
  network: { allow: [deskHost] },
  gateway: { proxy },
});
