const tasks: (() => unknown)[] = [];

/** To be done when the tests of the file that is under way are over. Files share their modules, so a hook in one won't do. */
export function afterThisFile(task: () => unknown): void {
  tasks.push(task);
}

export async function doWhatIsLeft(): Promise<void> {
  await Promise.all(tasks.splice(0).map(async (task) => task()));
}
