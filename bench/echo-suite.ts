/** A suite that asks no model: its agent says what it hears. The cases stand in `cases.jsonl` beside it. */
export const echoSuite = `
import { cases, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "echo",
  cases: cases("./cases.jsonl"),
  agent: {
    name: "echo",
    version: "1",
    open: (context) => ({ reply: async (message) => context.record({ type: "text", text: message }) }),
  },
  metrics: [contains()],
});
`;
