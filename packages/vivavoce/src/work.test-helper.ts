/** Milliseconds of work since `process.cpuUsage()` gave `before`, whatever else the machine does at the time. */
export function workSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
