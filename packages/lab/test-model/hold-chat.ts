import { readConfig } from '../../../config.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { connect } from '../../../client/connect.js';
import type { Threadline } from '../../../client/threadline.js';
import { createTestDatabase, startTestEnvironment } from '../../testing/test-environment.js';
import { calculate } from '../../../extend/tools/calculate.js';
import { currentTime } from '../../../extend/tools/current-time.js';
import { startWorker } from '../../../worker/start-worker.js';
import type { ModelEndpoint, ServedCall } from './serve-model.js';

export interface HeldTurn {
  milliseconds: number;
  shown: number;
  failure: string | undefined;
  calls: readonly ServedCall[];
}

export interface HeldChat {
  turns: readonly HeldTurn[];
  window: number;
  reserve: number;
  summaries: readonly { way: string; status: string; reason: string | null }[];
  warnings: readonly string[];
}

const QUESTIONS = [
  'Hello, I am Ada and I live in Oslo.',
  'Name three animals.',
  'What is the capital of France?',
  'Tell me a short story about a walrus.',
  'What is my name?',
  'How many days has a week?',
  'Write a poem of four lines about rain.',
  'What colour is the sky?',
  'Give me a recipe for pancakes.',
  'Where do I live?',
];

export async function holdChat(
  endpoint: ModelEndpoint,
  { turns, onTurn }: { turns: number; onTurn: (turn: HeldTurn) => void },
): Promise<HeldChat> {
  const { environment, stop } = await startTestEnvironment();
  const opened: (() => Promise<void>)[] = [stop];
  try {
    const flow = assistantFlow('local:smollm2');
    const database = await createTestDatabase(environment);
    opened.push(() => database.drop());
    const temporal = { address: environment.temporalAddress };
    const place = { temporal, namespace: 'default', taskQueue: 'test-model', databaseUrl: database.url };
    const log: string[] = [];
    const config = readConfig();
    const worker = await startWorker({
      ...place,
      project: {
        flows: [flow],
        tools: [currentTime, calculate],
        models: { local: { baseUrl: endpoint.baseUrl } },
      },
      models: {},
      context: config.context,
      tuning: config.tuning,
      httpAddress: '127.0.0.1:0',
      logLevel: 'WARN',
      writeLog: (line) => log.push(line),
    });
    opened.push(() => worker.stop());
    const client = await connect(place);
    opened.push(() => client.close());
    return { ...(await chat(client, { endpoint, turns, onTurn })), warnings: log };
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

async function chat(
  client: Threadline,
  { endpoint, turns, onTurn }: { endpoint: ModelEndpoint; turns: number; onTurn: (turn: HeldTurn) => void },
): Promise<Omit<HeldChat, 'warnings'>> {
  const conversation = client.conversation({ flow: 'assistant', user: 'ada' });
  const held: HeldTurn[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const before = endpoint.calls.length;
    const startedAt = performance.now();
    const { turnId } = await conversation.submit(QUESTIONS[turn % QUESTIONS.length] ?? '');
    let text = '';
    let failure: string | undefined;
    for await (const event of conversation.stream(turnId)) {
      if (event.type === 'done') text = event.text;
      if (event.type === 'failed') failure = event.errorType;
    }
    const milliseconds = performance.now() - startedAt;
    const one = { milliseconds, shown: text.length, failure, calls: endpoint.calls.slice(before) };
    held.push(one);
    onTurn(one);
  }
  const [call] = await client.executions.explain(conversation.workflowId);
  const arithmetic = call?.context.arithmetic;
  if (arithmetic == null) throw new Error('The newest turn of the chat has no planned call');
  const { window, reserve } = arithmetic;
  const { summaries } = await conversation.summaries();
  return { turns: held, window, reserve, summaries };
}
