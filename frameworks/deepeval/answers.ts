/** Stands in for the desk's model and for the judge, whose prompts are deepeval's: it answers by the schema it is given. */
export function answerOf({ model, messages, response_format }) {
  const said = messages.at(-1).content;
  if (model === "desk") return /breakfast/.test(said) ? "From seven to ten." : "I have no idea, and I do not care.";
  const { schema, name } = response_format?.json_schema ?? {};
  const isRude = said.includes("I do not care");
  const byField = {
    statements: ["It says a thing."],
    claims: ["Breakfast is from seven to ten."],
    truths: ["Breakfast is from seven to ten."],
    steps: ["Read the reply."],
    verdicts: [
      {
        verdict: isRude || (said.includes("It says a thing.") && said.includes("sauna")) ? "no" : "yes",
        reason: "so it is",
      },
    ],
    verdict: isRude ? "no" : "yes",
    reason: "as said",
    score: 8,
  };
  if (!schema) throw new Error(`the judge is asked without a schema: ${name} ${said.slice(0, 200)}`);
  return JSON.stringify(
    Object.fromEntries(Object.keys(schema.properties).map((field) => [field, byField[field] ?? null])),
  );
}
