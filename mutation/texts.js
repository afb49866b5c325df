// What people read does not decide anything: sentences of messages, and descriptions of fields that editors show.
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "texts",
    value: {
      shouldIgnore({ node, parent }) {
        if (node.type === "StringLiteral") {
          const isSentence = /\S\s+\S/.test(node.value);
          return isSentence || isDescription(parent) ? "a text for people" : undefined;
        }
        if (node.type !== "TemplateLiteral") return undefined;
        const isSentence = node.quasis.some(({ value }) => /\S\s+\S/.test(value.raw));
        return isSentence || isDescription(parent) ? "a text for people" : undefined;
      },
    },
  },
];

function isDescription(call) {
  const isMethod = call?.type === "CallExpression" && call.callee.type === "MemberExpression";
  return isMethod && call.callee.property.name === "describe";
}
