// What editors show of a field is text for people: no test has to notice when it changes.
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "descriptions",
    value: {
      shouldIgnore({ node, parent }) {
        const isText = node.type === "StringLiteral" || node.type === "TemplateLiteral";
        const isDescribed =
          parent?.type === "CallExpression" &&
          parent.callee.type === "MemberExpression" &&
          parent.callee.property.name === "describe";
        return isText && isDescribed ? "a description of a field" : undefined;
      },
    },
  },
];
