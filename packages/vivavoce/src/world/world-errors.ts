import { type ExitCode, exitCodes, safeLine, VivaError } from "../base/index.ts";

/** A tool used a path outside its world. The tool should catch it and give it to the agent as the call's error. */
export class OutsideWorldError extends VivaError {
  override readonly name = "OutsideWorldError";
  override readonly exitCode: ExitCode = exitCodes.fail;
  /** How a tool call names this error. */
  readonly code = "outside-world";
  /** The path that was asked for. */
  readonly path: string;

  constructor(path: string, reason: string) {
    super({
      message: `“${safeLine(path)}” is not a path inside the world: ${reason}`,
      remedy: "Give a path such as Projects/Garden.md, seen from the top of the world.",
    });
    this.path = path;
  }

  /** Whether this is an OutsideWorldError, also of another copy of the package. */
  static override isInstance(error: unknown): error is OutsideWorldError {
    return VivaError.isInstance(error) && "code" in error && error.code === "outside-world";
  }
}

/** A note is missing, or already exists. The tool should catch it. */
export class NoteError extends VivaError {
  override readonly name = "NoteError";
  override readonly exitCode: ExitCode = exitCodes.fail;
  /** What is wrong. */
  readonly code: "no-such-note" | "note-exists";
  /** The path of the note. */
  readonly path: string;

  constructor(code: "no-such-note" | "note-exists", path: string) {
    const there = code === "no-such-note" ? "there is no note" : "there already is a note";
    super({ message: `${there} “${safeLine(path)}”` });
    this.code = code;
    this.path = path;
  }

  /** Whether this is a NoteError, also of another copy of the package. */
  static override isInstance(error: unknown): error is NoteError {
    return VivaError.isInstance(error) && error.name === "NoteError";
  }
}
