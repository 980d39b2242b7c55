import { DEFAULT_TIMING } from '../../../../activities/dependencies.js';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { median, quantile, rounded } from '../statistics.js';
import { startGatewayProcess, type GatewayProcess } from './gateway-process.js';
import { readStream, type ReadStream } from './read-stream.js';
import { nowMs, stampedModel } from './stamped-model.js';

const CONVERSATIONS = 50;
const FIRST = 5;
const READERS = 10;
const DELTAS = 40;
const EVERY_MS = 250;
const MAX_ADDED_MS = 5;
const MEGABYTE = 1_048_576;

export const gatewayBench: Bench = {
  name: 'gateway',
  summary: 'many open streams on one gateway: first byte, memory, and what it adds to a delta',
  async run(input) {
    const first = gate();
    const others = gate();
    const begin = (nth: number): Promise<void> => (nth < FIRST ? first : others).opened;
    const model = stampedModel({ deltas: DELTAS, everyMs: EVERY_MS, begin });
    const system = await startTestSystem(input.environment, {
      flows: [assistantFlow('stamped:words')],
      models: { stamped: () => model },
      timing: DEFAULT_TIMING,
    });
    const gateway = await startGatewayProcess({
      temporalAddress: system.environment.temporalAddress,
      databaseUrl: system.databaseUrl,
      taskQueue: system.taskQueue,
      openStreams: READERS,
    });
    try {
      return await measure({ system, gateway, first, others, input });
    } finally {
      await gateway.stop();
      await system.stop();
    }
  },
};

interface Gate {
  opened: Promise<void>;
  open: () => void;
}

function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

interface Answering {
  user: string;
  conversation: ConversationHandle;
  turnId: string;
}

async function measure(parts: {
  system: TestSystem;
  gateway: GatewayProcess;
  first: Gate;
  others: Gate;
  input: BenchInput;
}): Promise<BenchReport> {
  const { system, gateway, first, others, input } = parts;
  const { conversations = CONVERSATIONS, onProgress } = input;
  onProgress(`gateway: ${conversations} answers begin`);
  const ask = async (): Promise<Answering> => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    const { turnId } = await conversation.submit('Say when.');
    for await (const event of conversation.stream(turnId)) if (event.type === 'started') break;
    return { user, conversation, turnId };
  };
  const answering: Answering[] = [];
  while (answering.length < conversations) answering.push(await ask());
  const idle = await gateway.readUsage();
  const floor = answering.map(readByClient);
  onProgress(`gateway: ${conversations * READERS} streams are opened`);
  let open = 0;
  const onOpen = () => void (open += 1);
  const reading = answering.flatMap(({ user, turnId }) => {
    const url = `${gateway.url}/api/v1/conversations/assistant/turns/${turnId}/events`;
    return Array.from({ length: READERS }, () => readStream(url, { user, onOpen }));
  });
  while (open < reading.length) await new Promise((resolve) => setTimeout(resolve, 50));
  const opened = await gateway.readUsage();
  onProgress(`gateway: ${FIRST} answers are said`);
  first.open();
  await Promise.all(reading.slice(0, FIRST * READERS));
  const quiet = await gateway.readUsage();
  onProgress('gateway: all others are said at once');
  others.open();
  const streams = await Promise.all(reading);
  const usage = { idle, opened, quiet, busy: await gateway.readUsage() };
  return report({ streams, floor: await Promise.all(floor), usage });
}

async function readByClient({ conversation, turnId }: Answering): Promise<Map<string, Arrival>> {
  const arrivals = new Map<string, Arrival>();
  for await (const event of conversation.stream(turnId)) {
    const atMs = nowMs();
    if (event.type === 'text-delta')
      arrivals.set(event.id, { atMs, saidMs: Number(event.text.trim().split(' ').at(-1)) });
  }
  return arrivals;
}

interface Arrival {
  atMs: number;
  saidMs: number;
}

function report(measured: {
  streams: readonly ReadStream[];
  floor: readonly ReadonlyMap<string, Arrival>[];
  usage: Record<'idle' | 'opened' | 'quiet' | 'busy', { bytes: number; cpuMs: number }>;
}): BenchReport {
  const { streams, floor, usage } = measured;
  const quiet = delays({ streams, floor }, { from: 0, to: FIRST * READERS });
  const busy = delays({ streams, floor }, { from: FIRST * READERS, to: streams.length });
  return {
    tables: [
      {
        title: `${streams.length} streams of ${floor.length} answers on one gateway, ${streams.filter(({ isWhole }) => isWhole).length} whole`,
        columns: ['milliseconds', 'median', 'p95', 'most'],
        rows: [
          spread(
            'to the first byte, all asked for at once',
            streams.map(({ firstByteMs }) => firstByteMs),
          ),
          ...rows(`${FIRST} answers are said`, quiet),
          ...rows(`${floor.length - FIRST} answers are said`, busy),
        ],
      },
      {
        title: 'Memory of the gateway',
        columns: ['', 'MB'],
        rows: [
          ['without a stream', rounded(usage.idle.bytes / MEGABYTE, 1)],
          ['with all open', rounded(usage.opened.bytes / MEGABYTE, 1)],
          ['a stream', rounded((usage.opened.bytes - usage.idle.bytes) / streams.length / MEGABYTE, 3)],
        ],
      },
      {
        title: 'Time of processors of the gateway, which others on the machine do not change',
        columns: ['', 'ms'],
        rows: [
          ['to open a stream', rounded((usage.opened.cpuMs - usage.idle.cpuMs) / streams.length, 2)],
          [
            `a delta of a stream, while ${FIRST} answers are said`,
            rounded((usage.quiet.cpuMs - usage.opened.cpuMs) / quiet.added.length, 2),
          ],
          [
            'a delta of a stream, while all others are said',
            rounded((usage.busy.cpuMs - usage.quiet.cpuMs) / busy.added.length, 2),
          ],
        ],
      },
    ],
    targets: [
      {
        name: `What the gateway adds to a delta at the median, ms, while ${FIRST} answers are said`,
        value: median(quiet.added),
        atMost: MAX_ADDED_MS,
      },
    ],
  };
}

interface Delays {
  byClient: number[];
  byGateway: number[];
  added: number[];
}

function delays(
  { streams, floor }: { streams: readonly ReadStream[]; floor: readonly ReadonlyMap<string, Arrival>[] },
  { from, to }: { from: number; to: number },
): Delays {
  const found: Delays = { byClient: [], byGateway: [], added: [] };
  for (let index = from; index < to; index += 1)
    for (const [id, { atMs, saidMs }] of floor[Math.floor(index / READERS)] ?? []) {
      const cameMs = streams[index]?.arrivedMs.get(id);
      if (cameMs === undefined) continue;
      found.byClient.push(atMs - saidMs);
      found.byGateway.push(cameMs - saidMs);
      found.added.push(cameMs - atMs);
    }
  return found;
}

function rows(when: string, { byClient, byGateway, added }: Delays): (string | number)[][] {
  return [
    spread(`${when}: from the model to a client`, byClient),
    spread(`${when}: to a reader of the gateway`, byGateway),
    spread(`${when}: what the gateway adds`, added),
  ];
}

function spread(name: string, values: readonly number[]): (string | number)[] {
  return [name, ...[0.5, 0.95, 1].map((share) => rounded(quantile(values, share), 1))];
}
