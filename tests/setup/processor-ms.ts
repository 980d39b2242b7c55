export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
