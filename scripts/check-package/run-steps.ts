export interface CheckStep {
  readonly name: string;
  /** Returns a fact to print, or an empty text. Throws the problem. */
  run(): string | Promise<string>;
}

export async function runSteps(steps: readonly CheckStep[]): Promise<number> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const startedAt = performance.now();
  for (const { name, run } of steps) {
    process.stdout.write(`${name.padEnd(width)}  `);
    const stepStartedAt = performance.now();
    try {
      const fact = await run();
      console.log(`${secondsSince(stepStartedAt)}  ${fact}`.trimEnd());
    } catch (error) {
      console.log(`${secondsSince(stepStartedAt)}  failed`);
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }
  }
  console.log(`${'all'.padEnd(width)}  ${secondsSince(startedAt)}`);
  return 0;
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
}
