import { isConnectionError } from './is-connection-error.js';

const MAX_BATCH = 100;
/** The next batch starts after this time, because the running one's connection may be dead. */
const MAX_WAIT_MS = 1_000;

interface Waiting<Input, Output> {
  input: Input;
  output: Promise<Output>;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
}

/** Combines inputs that arrive during a run. Inputs with one key share one output. */
export function createBatcher<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  formatKey?: (input: Input) => string,
): (input: Input) => Promise<Output> {
  const waiting = new Map<unknown, Waiting<Input, Output>>();
  let isRunning = false;
  return (input) => {
    const key = formatKey?.(input) ?? Symbol();
    const asked = waiting.get(key) ?? createWaiting<Input, Output>(input);
    waiting.set(key, asked);
    if (!isRunning) {
      isRunning = true;
      setImmediate(() => void runAll());
    }
    return asked.output;
  };

  async function runAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, MAX_BATCH);
      for (const [key] of batch) waiting.delete(key);
      await awaitBriefly(runTogether(batch.map(([, asked]) => asked)));
    }
    isRunning = false;
  }

  async function runTogether(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      if (batch.length === 1 || isConnectionError(error)) for (const { reject } of batch) reject(error);
      else for (const asked of batch) await runTogether([asked]);
    }
  }
}

async function awaitBriefly(running: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([running, waited]);
  clearTimeout(timer);
}

function createWaiting<Input, Output>(input: Input): Waiting<Input, Output> {
  let resolve: Waiting<Input, Output>['resolve'] = () => undefined;
  let reject: Waiting<Input, Output>['reject'] = () => undefined;
  const output = new Promise<Output>((...settle) => {
    [resolve, reject] = settle;
  });
  return { input, output, resolve, reject };
}
