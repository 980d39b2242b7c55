import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/stream-events.js';
import { answerChunks } from '../../../packages/gateway/ui-messages/answer-chunks.js';
import {
  collectMessage,
  type UIMessage,
  type UIPart,
} from '../../../packages/gateway/ui-messages/collect-message.js';
import type { ToldCalls } from '../../../packages/gateway/ui-messages/tell-chunks.js';
import { toldCalls } from '../../../packages/gateway/ui-messages/chat-request.js';
import type { Dialect, UIChunk } from '../../../packages/gateway/ui-messages/ui-chunk.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { turns, type GeneratedTurn } from './generated-turns.js';
import { readBy6, readBy7, sendsBy6, sendsBy7, type AutomaticSend, type UIReader } from './ui-readers.js';

const VERSIONS: [name: string, read: UIReader, dialect: Dialect, sends: AutomaticSend][] = [
  ['6', readBy6, 'both', sendsBy6],
  ['7', readBy7, 'both', sendsBy7],
  ['7, in its own dialect', readBy7, 'v7', sendsBy7],
];
const NOTHING = { toolResults: false, answers: false };
const RUNS = { numRuns: propertyRuns(25, 2_000) };

describe('answerChunks', () => {
  test.each(VERSIONS)(
    'any turn, read live by version %s -> the parts that its rows give',
    async (_name, read, dialect) => {
      await fc.assert(
        fc.asyncProperty(turns, async ({ live, stored }) => {
          const page = await read(await chunksOf(withoutQuestions(live), { dialect }));
          expect(shown(page)).toEqual(shown(await storedMessage(stored)));
        }),
        RUNS,
      );
    },
  );

  test.each(VERSIONS)(
    'read again by version %s, at any moment -> the same ids, no part twice',
    async (_name, read, dialect) => {
      await fc.assert(
        fc.asyncProperty(turns, fc.nat(), async ({ live, stored }, at) => {
          const events = withoutQuestions(live);
          const cut = await chunksOf(events.slice(0, at % events.length), { dialect });
          const whole = await chunksOf(stored, { dialect });
          const before = await read(cut);
          const after = await read(whole);
          expect(after.id).toBe(before.id);
          expect(shown(after)).toEqual(shown(await storedMessage(stored)));
        }),
        RUNS,
      );
    },
  );

  test.each(VERSIONS)(
    'version %s is asked beside other calls -> it sends its answers by itself, and nothing else; every part once',
    async (_name, read, dialect, sends) => {
      await fc.assert(
        fc.asyncProperty(turns, async (turn) => {
          const page = await talk(turn, { read, dialect, sends });
          if (turn.live.at(-1)?.type !== 'failed') expect(sends(page)).toEqual(NOTHING);
          expect(shown(page)).toEqual(shown(await storedMessage(turn.stored)));
        }),
        RUNS,
      );
    },
  );

  test('a failed turn -> a sentence of ours, nothing that the provider said', async () => {
    const failed: TurnEvent = {
      type: 'failed',
      id: '1.1.0.end',
      errorType: 'Model.Unavailable',
      message: 'connect ECONNREFUSED 10.0.0.1:443',
    };
    const chunks = await chunksOf([failed], { dialect: 'both' });
    expect(chunks.at(-1)).toEqual({ type: 'error', errorText: 'The model is unavailable' });
    expect(JSON.stringify(chunks)).not.toContain('ECONNREFUSED');
  });

  test('calls of two nodes while one says its answer -> its text is one part', async () => {
    const work = { id: '10001.1.0', step: 10_001, call: '10001.1', toolCallId: 'c1', name: 'search_web' };
    const chunks = await chunksOf(
      [
        { type: 'text-delta', id: '1.1.3', step: 1, text: 'The ' },
        { type: 'tool-call', ...work, input: {} },
        { type: 'text-delta', id: '1.1.6', step: 1, text: 'end' },
        { type: 'tool-result', ...work, output: 'found', isError: false },
        { type: 'done', id: '1.1.6.end', text: 'The end' },
      ],
      { dialect: 'v7' },
    );
    expect((await readBy7(chunks)).parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'The end' },
      { type: 'tool-search_web', state: 'output-available', output: 'found' },
      // Otherwise a page with its own tools would resend the message.
      { type: 'step-start' },
    ]);
  });

  test('a node asks -> a question of its own, since the page has no call for it', async () => {
    const chunks = await chunksOf(
      [
        {
          type: 'approval',
          id: '0.0.0',
          name: 'ask',
          executionId: 'e',
          nodeId: 'ask',
          iteration: '',
          call: null,
          toolCallId: null,
          toolName: null,
          wantsOutput: false,
          prompt: 'Send it?',
          approvers: null,
          expiresAt: null,
        },
      ],
      { dialect: 'both', isHanging: true },
    );
    const page = await readBy6(chunks);
    expect(page.parts).toMatchObject([{ type: 'data-question', data: { name: 'ask', prompt: 'Send it?' } }]);
    expect(chunks.at(-1)).toMatchObject({ type: 'finish' });
  });
});

interface Reading {
  dialect: Dialect;
  told?: ToldCalls | undefined;
  /** After these events the turn waits. */
  isHanging?: boolean;
}

async function chunksOf(
  events: readonly TurnEvent[],
  { dialect, told, isHanging = false }: Reading,
): Promise<UIChunk[]> {
  const all: UIChunk[] = [];
  const chunks = answerChunks({
    turnId: 't',
    executionId: 'e',
    dialect,
    told,
    events: inOrder(events, isHanging),
    readFacts: () => Promise.resolve({ model: 'openai:scripted' }),
    quiet: () =>
      isHanging
        ? new Promise((resolve) => void setImmediate(resolve, 'quiet'))
        : new Promise(() => undefined),
  });
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

async function* inOrder(
  events: readonly TurnEvent[],
  isHanging: boolean,
): AsyncGenerator<TurnEvent, void, void> {
  yield* events;
  if (isHanging) await new Promise(() => undefined);
}

/** A page that answers in every asking step, and sends answers by itself in new requests. */
async function talk(
  { live, stored }: GeneratedTurn,
  { read, dialect, sends }: { read: UIReader; dialect: Dialect; sends: AutomaticSend },
): Promise<UIMessage> {
  const asking = [...new Set(live.flatMap((event) => (event.type === 'approval' ? stepOf(event) : [])))];
  let page: UIMessage | undefined;
  let answered = 0;
  for (const step of asking) {
    const last = live.findLastIndex((event) => stepOf(event) === step && !isAsked(live, event));
    const events = [
      ...upTo(stored, answered),
      ...live.slice(0, last + 1).filter((event) => stepOf(event) > answered),
    ];
    const chunks = await chunksOf(events, { dialect, told: page && toldCalls(page.parts), isHanging: true });
    page = await read(chunks, page);
    expect(sends(page)).toEqual(NOTHING);
    page = respond(page);
    expect(Object.values(sends(page))).toContain(true);
    answered = step;
  }
  const rest = [
    ...upTo(stored, answered),
    ...withoutQuestions(live).filter((event) => stepOf(event) > answered),
  ];
  return read(await chunksOf(rest, { dialect, told: page && toldCalls(page.parts) }), page);
}

function respond(page: UIMessage): UIMessage {
  return {
    ...page,
    parts: page.parts.map((part) => {
      if (part['state'] === 'approval-requested') return { ...part, state: 'approval-responded' };
      return part['state'] === 'input-available' ? { ...part, state: 'output-available', output: 1 } : part;
    }),
  };
}

/** Whether it is the result of a call with a question. */
function isAsked(events: readonly TurnEvent[], result: TurnEvent): boolean {
  if (result.type !== 'tool-result') return false;
  return events.some((event) => event.type === 'approval' && event.call === result.call);
}

function upTo(events: readonly TurnEvent[], step: number): TurnEvent[] {
  return events.filter((event) => stepOf(event) <= step);
}

/** An event's step; final events come after all steps. */
function stepOf(event: TurnEvent): number {
  if (event.type === 'approval') return Number(event.call?.split('.')[0]);
  return 'step' in event ? event.step : event.type === 'started' ? 0 : Number.POSITIVE_INFINITY;
}

function withoutQuestions(events: readonly TurnEvent[]): TurnEvent[] {
  return events.filter(({ type }) => type !== 'approval');
}

async function storedMessage(stored: readonly TurnEvent[]): Promise<UIMessage> {
  return collectMessage('', await chunksOf(stored, { dialect: 'v7' }));
}

/** What a page shows: without discarded texts, with settled questions. */
function shown({ id, metadata, parts }: UIMessage): { id: string; metadata: unknown; parts: object[] } {
  return {
    id,
    metadata,
    parts: parts
      .filter((part) => part['providerMetadata'] === undefined)
      // An empty step.
      .filter(({ type }, at, all) => type !== 'step-start' || (all[at + 1]?.type ?? type) !== type)
      .map(({ type, toolCallId, text, ...part }: UIPart) => ({
        type,
        toolCallId,
        text,
        state: part['state'],
        input: part['input'],
        output: part['output'],
        errorText: part['errorText'],
      })),
  };
}
