import { createHash, randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ephemeral ranges of Linux, macOS and Windows.
const LOWEST = 20_000;
const HIGHEST = 31_999;

interface ChoosePortsInput {
  readonly count: number;
  readonly preferred: readonly (number | undefined)[];
  readonly seed: string;
}

/** Does not reserve the ports: retry if a server cannot bind one. */
export async function choosePorts({ count, preferred, seed }: ChoosePortsInput): Promise<number[]> {
  const chosen: number[] = [];
  for (let index = 0; index < count; index += 1) {
    chosen.push(await choosePort({ seed: `${seed}/${index}`, preferred: preferred[index], taken: chosen }));
  }
  return chosen;
}

export function requirePort(known: number | undefined, chosen: number): void {
  if (known !== undefined && chosen !== known)
    throw new Error(`Another program has taken its port ${known}; end that program`);
}

interface ChoosePortInput {
  readonly seed: string;
  readonly preferred: number | undefined;
  readonly taken: readonly number[];
}

async function choosePort({ seed, preferred, taken }: ChoosePortInput): Promise<number> {
  const seeded =
    LOWEST + (createHash('sha256').update(seed).digest().readUInt32BE() % (HIGHEST - LOWEST + 1));
  const others = Array.from({ length: 100 }, () => randomInt(LOWEST, HIGHEST + 1));
  for (const port of [preferred, seeded, ...others]) {
    if (port !== undefined && !taken.includes(port) && (await isPortFree(port))) return port;
  }
  throw new Error(
    `No free port was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}; close some of the servers there`,
  );
}

export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
