import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../../store/database.js';
import { createTestDatabase, type TestEnvironment } from '../../../testing/test-environment.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import type { Bench, BenchInput } from '../bench.js';
import { median } from '../statistics.js';
import { startEcho } from '../turn/start-echo.js';
import { killAt, resumesByItself, type PeerPlace } from './kills.js';
import { buildPeer, startPeer, type PeerProcess } from './peer-process.js';
import { BASELINE, PEERS, type PeerResult } from './peers.js';
import { reportPeers } from './peers-report.js';
import { KILL_POINTS, question, startStage, type Stage } from './stage.js';
import { readStoredBytes } from './stored-bytes.js';

const ROUNDS = 5;
const TURNS = 10;
const KILLS_AT_ONCE = 4;

export const peersBench: Bench = {
  name: 'peers',
  summary: 'the same chat on LangGraph, the AI SDK on Temporal, DBOS and Vercel Workflow: time, bytes, kills',
  async run(input) {
    installPeers();
    const folder = await mkdtemp(join(tmpdir(), 'threadline-peers-'));
    const system = await startTestSystem(input.environment, { withoutWorker: true });
    const { only = '' } = input;
    const peers = PEERS.filter(
      ({ name }) => name === BASELINE || name.toLowerCase().includes(only.toLowerCase()),
    );
    try {
      const results: PeerResult[] = peers.map((peer) => ({ peer, chats: [], bytes: [], kills: [] }));
      const floorMs = await measureChats(results, { system, folder, input });
      for (const result of results)
        await attempt(result, () => measureKills(result, { system, folder, input }));
      return await reportPeers(results, floorMs);
    } finally {
      await system.stop();
      await rm(folder, { recursive: true });
    }
  },
};

function installPeers(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'install:extra', 'packages/lab/peers'], {
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The packages of the peers cannot be installed');
}

interface Running {
  system: TestSystem;
  folder: string;
  input: BenchInput;
}

async function attempt(result: PeerResult, run: () => Promise<void>): Promise<void> {
  if (result.problem) return;
  await run().catch((error: unknown) => (result.problem = String(error)));
}

async function measureChats(results: readonly PeerResult[], running: Running): Promise<number> {
  const { turns = TURNS, conversations: rounds = ROUNDS, onProgress } = running.input;
  const opened: OpenPeer[] = [];
  const floor: number[] = [];
  const echo = await startEcho(running.system);
  try {
    for (const result of results)
      await attempt(result, async () => {
        onProgress(`peers: ${result.peer.name} starts`);
        const open = await openPeer(result, running);
        opened.push(open);
        await open.chat('warm-up', turns);
      });
    for (let round = 1; round <= rounds; round += 1) {
      onProgress(`peers: chat ${round} of ${rounds}`);
      for (const { result, chat } of opened)
        await attempt(result, async () => void result.chats.push(await chat(`round-${round}`, turns)));
      for (let turn = 0; turn < turns; turn += 1) {
        const begunMs = performance.now();
        await echo.conversations[0]?.ask('Is it in stock?');
        floor.push(performance.now() - begunMs);
      }
    }
    for (const { result, measureBytes } of opened) await attempt(result, () => measureBytes(turns));
  } finally {
    await echo.stop();
    for (const { close } of opened) await close();
  }
  return median(floor);
}

interface OpenPeer {
  result: PeerResult;
  chat(name: string, turns: number): Promise<number[]>;
  measureBytes(turns: number): Promise<void>;
  close(): Promise<void>;
}

async function openPeer(result: PeerResult, { system, folder }: Running): Promise<OpenPeer> {
  const { module } = result.peer;
  const { place, drop } = await createPlace(system.environment, folder);
  const stage: Stage = await startStage();
  const settings = { ...place, modelUrl: stage.modelUrl, toolUrl: stage.toolUrl };
  let peer: PeerProcess | undefined;
  const close = async (): Promise<void> => {
    peer?.kill();
    await peer?.exited;
    await stage.close();
    await drop();
  };
  try {
    await buildPeer(module, settings);
    peer = await startPeer(module, settings);
  } catch (error) {
    await close();
    throw error;
  }
  const ask = async (chat: string, turn: number): Promise<number> => {
    const begunMs = performance.now();
    await peer.ask({ chat, id: `${chat}-${turn}`, text: question(`${chat}-${turn}`) });
    return performance.now() - begunMs;
  };
  return {
    result,
    close,
    async chat(name, turns) {
      const took: number[] = [];
      while (took.length < turns) took.push(await ask(name, took.length + 1));
      return took;
    },
    async measureBytes(turns) {
      const db = openDatabase({ url: place.databaseUrl });
      const read = () => readStoredBytes(db, { temporal: system.temporal, taskQueue: place.taskQueue });
      let before = await read();
      for (let turn = 1; turn <= turns; turn += 1) {
        await ask('bytes', turn);
        const after = await read();
        result.bytes.push({ rows: after.rows - before.rows, history: after.history - before.history });
        before = after;
      }
      await db.destroy();
    },
  };
}

async function measureKills(result: PeerResult, { system, folder, input }: Running): Promise<void> {
  const { module, name } = result.peer;
  if (name === BASELINE) return;
  const inPlace = async <T>(run: (place: PeerPlace) => Promise<T>): Promise<T> => {
    const { place, drop } = await createPlace(system.environment, folder);
    return run(place).finally(drop);
  };
  input.onProgress(`peers: ${name} is killed`);
  const points = [...KILL_POINTS];
  const kill = async (): Promise<void> => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const at = point;
      const outcome = await inPlace((place) => killAt(module, place, at));
      result.kills.push(outcome);
      input.onProgress(`peers: ${name}, ${JSON.stringify(outcome)}`);
    }
  };
  const resume = async (): Promise<void> => {
    result.resumes = await inPlace((place) => resumesByItself(module, place));
  };
  await Promise.all([resume(), ...Array.from({ length: KILLS_AT_ONCE }, kill)]);
}

async function createPlace(
  environment: TestEnvironment,
  folder: string,
): Promise<{ place: PeerPlace; drop(): Promise<void> }> {
  const { temporalAddress, bundlePath } = environment;
  const { url: databaseUrl, drop } = await createTestDatabase(environment);
  const taskQueue = `peer-${randomUUID()}`;
  return { place: { databaseUrl, temporalAddress, taskQueue, bundlePath, folder }, drop };
}
