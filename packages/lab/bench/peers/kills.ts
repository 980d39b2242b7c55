import { setTimeout as sleep } from 'node:timers/promises';
import { startPeer, type PeerProcess, type PeerSettings } from './peer-process.js';
import { finalAnswer, KILL_POINTS, question, startStage, TOOLS, toolResult, type Stage } from './stage.js';

const ANSWER_MS = 60_000;
const RESUME_MS = 30_000;
const UNSENT_POINT = 'tool 2 begins';

export interface KillOutcome {
  point: string;
  problem?: string;
  repeatedCalls: number;
  repeatedTools: number;
  isHistoryWrong: boolean;
}

export type PeerPlace = Omit<PeerSettings, 'modelUrl' | 'toolUrl'>;

interface Scene {
  stage: Stage;
  start(): Promise<PeerProcess>;
}

export async function killAt(module: URL, place: PeerPlace, point: string): Promise<KillOutcome> {
  return onStage(module, place, async (scene) => {
    const problem = await killTurn(scene, point);
    const { calls, toolRuns } = scene.stage.facts('chat-2');
    return {
      point,
      ...(problem ? { problem } : {}),
      repeatedCalls: Math.max(0, calls - TOOLS.length - 1),
      repeatedTools: Math.max(0, toolRuns - TOOLS.length),
      isHistoryWrong: !problem && !isHistoryRight(scene.stage),
    };
  });
}

export async function resumesByItself(module: URL, place: PeerPlace): Promise<boolean> {
  return onStage(module, place, async ({ stage, start }) => {
    await killOnce({ stage, start }, UNSENT_POINT);
    const peer = await start();
    const endMs = performance.now() + RESUME_MS;
    while (!stage.facts('chat-2').isAnswered && performance.now() < endMs) await sleep(200);
    peer.kill();
    await peer.exited;
    return stage.facts('chat-2').isAnswered;
  });
}

async function onStage<T>(module: URL, place: PeerPlace, run: (scene: Scene) => Promise<T>): Promise<T> {
  const stage = await startStage();
  const { modelUrl, toolUrl } = stage;
  try {
    return await run({ stage, start: () => startPeer(module, { ...place, modelUrl, toolUrl }) });
  } finally {
    await stage.close();
  }
}

async function killTurn(scene: Scene, point: string): Promise<string | undefined> {
  await killOnce(scene, point);
  const peer = await scene.start();
  try {
    const answer = await ask(peer, 2);
    if (answer !== finalAnswer('chat-2')) return `The answer is '${answer}'`;
    await ask(peer, 3);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    peer.kill();
    await peer.exited;
  }
}

async function killOnce({ stage, start }: Scene, point: string): Promise<void> {
  const peer = await start();
  await ask(peer, 1);
  stage.at(point, 'chat-2', () => peer.kill());
  const answered = ask(peer, 2);
  const [first, last] = [KILL_POINTS[0], KILL_POINTS.at(-1)];
  if (point === first) peer.kill();
  const killed = await answered.then(
    () => false,
    () => true,
  );
  if (!killed && point !== last && !point.startsWith(`call ${TOOLS.length + 1} is`))
    throw new Error(`The turn has passed '${point}'`);
  peer.kill();
  await peer.exited;
}

function ask(peer: PeerProcess, turn: number): Promise<string> {
  const late = AbortSignal.timeout(ANSWER_MS);
  return Promise.race([
    peer.ask({ chat: 'chat', id: `message-${turn}`, text: question(`chat-${turn}`) }),
    new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(new Error(`No answer for ${ANSWER_MS / 1_000} seconds`)));
    }),
  ]);
}

function isHistoryRight(stage: Stage): boolean {
  const sent = JSON.stringify(stage.lastRequest(question('chat-3'))?.messages ?? []);
  const count = (part: string): number => sent.split(part).length - 1;
  return (
    count(question('chat-2')) === 1 &&
    count(finalAnswer('chat-2')) === 1 &&
    TOOLS.every((tool) => count(toolResult(tool, 'chat-2')) <= 1)
  );
}
