import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface PeerSettings {
  databaseUrl: string;
  temporalAddress: string;
  taskQueue: string;
  bundlePath: string;
  folder: string;
  modelUrl: string;
  toolUrl: string;
}

export interface PeerMessage {
  chat: string;
  id: string;
  text: string;
}

export interface PeerProcess {
  ask(message: PeerMessage): Promise<string>;
  kill(): void;
  readonly exited: Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../peers/main.mjs', import.meta.url));
const MAX_NOTES = 2_000;

export async function buildPeer(module: URL, settings: PeerSettings): Promise<void> {
  const { ended } = run(module, { ...settings, isBuild: true });
  const problem = await ended;
  if (problem) throw problem;
}

export async function startPeer(module: URL, settings: PeerSettings): Promise<PeerProcess> {
  const { child, ended } = run(module, settings);
  const gone = ended.then((problem) => Promise.reject(problem ?? new Error('The peer has ended')));
  gone.catch(() => undefined);
  child.setMaxListeners(0);
  await Promise.race([once(child, 'message'), gone]);
  return {
    kill: () => void child.kill('SIGKILL'),
    exited: ended.then(() => undefined),
    ask(message) {
      const answered = new Promise<string>((resolve, reject) => {
        child.on('message', ({ id, answer, error }: { id: string; answer?: string; error?: string }) => {
          if (id !== message.id) return;
          if (error === undefined) resolve(answer ?? '');
          else reject(new Error(error));
        });
      });
      child.send(message);
      return Promise.race([answered, gone]);
    },
  };
}

function run(module: URL, settings: PeerSettings & { isBuild?: true }) {
  const child = fork(MAIN, [JSON.stringify({ peer: module.href, ...settings })], {
    cwd: fileURLToPath(new URL('.', module)),
    execArgv: module.href.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let notes = '';
  child.stderr?.on('data', (chunk: Buffer) => (notes = (notes + String(chunk)).slice(-MAX_NOTES)));
  const ended = once(child, 'exit').then(([code]) =>
    code === 0 ? undefined : new Error(`The peer has ended: ${notes.trim() || `code ${String(code)}`}`),
  );
  return { child, ended };
}
