import { createHash, randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that Linux, macOS and Windows hand out to outgoing connections, which would come and go.
const LOWEST = 20_000;
const HIGHEST = 31_999;

/** Which ports to look for. */
interface ChoosePortsInput {
  readonly count: number;
  /** Taken where free, in this order; `undefined` leaves the choice open. */
  readonly preferred: readonly (number | undefined)[];
  /** Where to begin looking. Different seeds begin at different places, so that neighbours seldom meet. */
  readonly seed: string;
}

/**
 * Chooses `count` different ports of 127.0.0.1 that are free now. Nothing reserves them: who starts a server
 * there must be ready to choose again. Throws when no free port is found.
 */
export async function choosePorts({ count, preferred, seed }: ChoosePortsInput): Promise<number[]> {
  const chosen: number[] = [];
  for (let index = 0; index < count; index += 1) {
    chosen.push(await choosePort({ seed: `${seed}/${index}`, preferred: preferred[index], taken: chosen }));
  }
  return chosen;
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

/** Whether a server could listen on this port of 127.0.0.1 now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
