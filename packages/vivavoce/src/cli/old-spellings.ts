/** Options that are settings of `--gate` now. */
const oldOptions: Readonly<Record<string, string>> = {
  "--primary": "primary=",
  "--secondary": "secondary=",
  "--guard": "guard=",
  "--scope": "scope=",
  "--max-unscored": "maxUnscored=",
  "--max-skipped": "maxSkipped=",
  "--floor": "floors.",
};

/** Commands that are parts of others now; `given`: how many arguments there are. */
const oldCommands: Readonly<Record<string, (given: number) => readonly string[]>> = {
  power: () => ["compare", "--plan"],
  dimensions: (given) => [given > 1 ? "compare" : "show", "--dimensions"],
};

const gated = ["run", "gate", "merge", "compare"];

/** The command line as it is written now: the given one itself if nothing in it is old. What 0.1 knew works until 0.3. */
export function asWrittenNow(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && args[index - 1] !== "--store" && arg !== "help");
  const [name = "", ...rest] = args.slice(Math.max(at, 0));
  if (Object.hasOwn(oldCommands, name)) {
    const given = rest.filter((arg, index) => !arg.startsWith("-") && !takesValue.test(rest[index - 1] ?? ""));
    const [now = "", ...flags] = oldCommands[name]?.(given.length) ?? [];
    const kept = rest.flatMap((arg) => (arg !== "--cases" ? [arg] : now === "show" ? ["--verbose"] : []));
    return [...args.slice(0, at), now, ...(args[at - 1] === "help" ? [] : flags), ...kept];
  }
  const settingOf = (flag = "") => (Object.hasOwn(oldOptions, flag) ? oldOptions[flag] : undefined);
  const parts = args.map((arg) => arg.split(/=(.*)/s, 2) as [string, string?]);
  if (!gated.includes(name) || !parts.some(([flag]) => settingOf(flag))) return args;
  return parts.flatMap(([flag, own], index) => {
    const setting = settingOf(flag);
    if (setting) return ["--gate", `${setting}${own ?? args[index + 1] ?? ""}`];
    return settingOf(args[index - 1]) ? [] : (args[index] ?? []);
  });
}

const takesValue = /^--(?:variant|metric|margin|detect|store)$/;
