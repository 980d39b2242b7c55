/**
 * Milliseconds of processor time that this process has used. Unlike a clock it stands still while other processes
 * have the cores, so a test can hold a limit on it on a busy machine.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
