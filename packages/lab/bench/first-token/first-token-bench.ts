import { streamText } from 'ai';
import { DEFAULT_TIMING } from '../../../../activities/dependencies.js';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import { createModelRegistry } from '../../../../models/model-registry.js';
import { text } from '../../../testing/model-server/index.js';
import { createScriptedSettings, SCRIPTED_MODEL } from '../../../testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { startGatewayProcess } from '../gateway/gateway-process.js';
import { readStream } from '../gateway/read-stream.js';
import { nowMs } from '../gateway/stamped-model.js';
import { median, quantile, rounded } from '../statistics.js';

const QUESTION = 'What is the shortest way from here to the station?';
const ANSWER = 'Straight on, then left. '.repeat(10);
const MODEL_MS = 300;
const WARM_UP = 10;
const SAMPLES = 20;
const MAX_RATIO = 1.5;
const MAX_ADDED_MS = 25;

const WAYS = [
  'direct',
  'client, warm chat',
  'client, new chat',
  'gateway, warm chat',
  'gateway, new chat',
] as const;
type Way = (typeof WAYS)[number];

interface Sample {
  totalMs: number;
  beforeMs: number;
  afterMs: number;
}

export const firstTokenBench: Bench = {
  name: 'first-token',
  summary: `from a message to its first delta, beside a direct call of a model that takes ${MODEL_MS} ms`,
  async run(input) {
    const system = await startTestSystem(input.environment, {
      model: { script: () => text(ANSWER, { chunks: 1, delayMs: MODEL_MS }) },
      timing: DEFAULT_TIMING,
      worker: { stickyQueueScheduleToStartTimeout: '10s' },
    });
    const gateway = await startGatewayProcess({
      temporalAddress: system.environment.temporalAddress,
      databaseUrl: system.databaseUrl,
      taskQueue: system.taskQueue,
      openStreams: 10,
    });
    try {
      return report(await measure(createReaders(system, gateway.url), system, input));
    } finally {
      await gateway.stop();
      await system.stop();
    }
  },
};

type Reader = () => Promise<number>;

function createReaders(system: TestSystem, gatewayUrl: string): Readonly<Record<Way, Reader>> {
  const registry = createModelRegistry(createScriptedSettings(system.model.baseUrl));
  const begin = (user = system.newUser()): ConversationHandle =>
    system.client.conversation({ flow: 'assistant', user });
  const warm = begin();
  const warmUser = system.newUser();
  return {
    direct: () => readDirectly(registry),
    'client, warm chat': () => readByClient(warm),
    'client, new chat': () => readByClient(begin()),
    'gateway, warm chat': () => readByGateway(gatewayUrl, warmUser),
    'gateway, new chat': () => readByGateway(gatewayUrl, system.newUser()),
  };
}

async function readDirectly(registry: ReturnType<typeof createModelRegistry>): Promise<number> {
  const { textStream } = streamText({ model: await registry.resolve(SCRIPTED_MODEL), prompt: QUESTION });
  let atMs: number | undefined;
  for await (const _ of textStream) atMs ??= nowMs();
  return atMs ?? Number.NaN;
}

async function readByClient(conversation: ConversationHandle): Promise<number> {
  const { turnId } = await conversation.submit(QUESTION);
  let atMs: number | undefined;
  for await (const { type } of conversation.stream(turnId)) if (type === 'text-delta') atMs ??= nowMs();
  return atMs ?? Number.NaN;
}

async function readByGateway(gatewayUrl: string, user: string): Promise<number> {
  const turns = `${gatewayUrl}/api/v1/conversations/assistant/turns`;
  const headers = { authorization: `Bearer ${user}`, 'content-type': 'application/json' };
  const response = await fetch(turns, { method: 'POST', headers, body: JSON.stringify({ text: QUESTION }) });
  const { turnId } = (await response.json()) as { turnId: string };
  const { arrivedMs } = await readStream(`${turns}/${turnId}/events`, { user, onOpen: () => undefined });
  return Math.min(...arrivedMs.values());
}

async function measure(
  readers: Readonly<Record<Way, Reader>>,
  { model }: TestSystem,
  { turns = SAMPLES, onProgress }: BenchInput,
): Promise<ReadonlyMap<Way, Sample[]>> {
  const samples = new Map<Way, Sample[]>(WAYS.map((way) => [way, []]));
  for (let round = 1 - WARM_UP; round <= turns; round += 1) {
    if (round % 10 === 0) onProgress(`first-token: round ${round} of ${turns}`);
    for (const way of WAYS) {
      const sentMs = nowMs();
      const arrivedMs = await readers[way]();
      const askedMs = model.requests.at(-1)?.receivedAt ?? Number.NaN;
      const [totalMs, beforeMs] = [arrivedMs - sentMs, askedMs - sentMs];
      if (round > 0) samples.get(way)?.push({ totalMs, beforeMs, afterMs: totalMs - beforeMs - MODEL_MS });
    }
  }
  return samples;
}

function report(samples: ReadonlyMap<Way, Sample[]>): BenchReport {
  const totals = (way: Way): number[] => samples.get(way)?.map(({ totalMs }) => totalMs) ?? [];
  const bound = MAX_RATIO * median(totals('direct')) + MAX_ADDED_MS;
  return {
    tables: [
      {
        title: `From a message to its first delta, ms; the model takes ${MODEL_MS}`,
        columns: ['', 'median', 'p95', 'until the model is called', 'after its first token'],
        rows: [...samples].map(([way, all]) => [
          way,
          rounded(median(totals(way))),
          rounded(quantile(totals(way), 0.95)),
          rounded(median(all.map(({ beforeMs }) => beforeMs))),
          rounded(median(all.map(({ afterMs }) => afterMs))),
        ]),
      },
    ],
    targets: WAYS.slice(1).map((way) => ({
      name: `Median of ${way}, ms`,
      value: median(totals(way)),
      atMost: rounded(bound),
    })),
  };
}
