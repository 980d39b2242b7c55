import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  fault,
  startModelServer,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../testing/model-server/index.js';

export const TOOLS: readonly string[] = ['look_up_order', 'check_stock', 'book_courier'];
const CALLS = TOOLS.length + 1;
const FILLER = 'It is packed, weighed and labelled, and waits at gate 7 for the next courier. '.repeat(3);

export const KILL_POINTS: readonly string[] = [
  'the message is sent',
  ...Array.from({ length: CALLS }, (_, index) => [
    `call ${index + 1} begins`,
    `call ${index + 1} is half answered`,
    `call ${index + 1} is answered`,
    ...(index < TOOLS.length ? [`tool ${index + 1} begins`, `tool ${index + 1} has run`] : []),
  ]).flat(),
  'the answer is returned',
];

export interface OrderFacts {
  calls: number;
  toolRuns: number;
  isAnswered: boolean;
}

export interface Stage {
  readonly modelUrl: string;
  readonly toolUrl: string;
  facts(order: string): OrderFacts;
  lastRequest(text: string): ModelRequest | undefined;
  at(point: string, order: string, action: () => void): void;
  close(): Promise<void>;
}

export const question = (order: string): string =>
  `Order ${order}: is it in stock, and when can a courier bring it to us?`;
export const finalAnswer = (order: string): string => `About ${order}, all is settled. ${FILLER}`;
export const toolResult = (tool: string, order: string): string => `${tool} of ${order}: ${FILLER}`;

export async function startStage(): Promise<Stage> {
  const orders = new Map<string, OrderFacts>();
  let trap: { point: string; order: string; action: () => void } | undefined;
  const facts = (order: string): OrderFacts => {
    const known = orders.get(order) ?? { calls: 0, toolRuns: 0, isAnswered: false };
    orders.set(order, known);
    return known;
  };
  const isTrapped = (point: string, order: string): boolean => {
    if (trap?.point !== point || trap.order !== order) return false;
    const { action } = trap;
    trap = undefined;
    setTimeout(action, 3);
    return true;
  };
  const model = await startModelServer({ script: reply });
  const tools = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { order } = JSON.parse(String(Buffer.concat(chunks))) as { order: string };
      const nth = TOOLS.indexOf(name) + 1;
      if (isTrapped(`tool ${nth} begins`, order)) return;
      facts(order).toolRuns += 1;
      if (isTrapped(`tool ${nth} has run`, order)) return;
      response.end(toolResult(name, order));
    });
  });
  await new Promise<void>((resolve) => tools.listen(0, '127.0.0.1', resolve));

  function reply(request: ModelRequest): Reply {
    const order = /Order (\S+):/.exec(request.text)?.[1];
    if (order === undefined) return text('All is settled.');
    const results = request.messages.slice(request.messages.findLastIndex(({ role }) => role === 'user'));
    const nth = results.filter(({ role }) => role === 'tool').length + 1;
    facts(order).calls += 1;
    if (isTrapped(`call ${nth} begins`, order)) return fault.hang();
    const name = TOOLS[nth - 1];
    const made =
      name === undefined
        ? text(finalAnswer(order))
        : toolCalls([{ name, arguments: { order } }], { text: 'One moment, I look that up.' });
    if (isTrapped(`call ${nth} is half answered`, order)) return fault.hangMidStream('One moment');
    isTrapped(`call ${nth} is answered`, order);
    if (name === undefined) facts(order).isAnswered = true;
    return made;
  }

  return {
    modelUrl: model.baseUrl,
    toolUrl: `http://127.0.0.1:${(tools.address() as AddressInfo).port}`,
    facts,
    lastRequest: (text) => model.requests.findLast(({ messages }) => JSON.stringify(messages).includes(text)),
    at: (point, order, action) => (trap = { point, order, action }),
    async close() {
      tools.closeAllConnections();
      tools.close();
      await model.close({ check: false });
    },
  };
}
