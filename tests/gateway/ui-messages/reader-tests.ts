import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { answerChunks } from '../../../packages/gateway/ui-messages/answer-chunks.js';
import {
  collectMessage,
  type UIMessage,
  type UIPart,
} from '../../../packages/gateway/ui-messages/collect-message.js';
import type { SentCalls } from '../../../packages/gateway/ui-messages/chunk-writer.js';
import { sentCalls } from '../../../packages/gateway/ui-messages/chat-request.js';
import type { Dialect, UIChunk } from '../../../packages/gateway/ui-messages/ui-chunk.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { turns, type GeneratedTurn } from './generated-turns.js';
import type { UIReader } from './ui-readers.js';

const NOTHING = { toolResults: false, answers: false };
const RUNS = { numRuns: propertyRuns(25, 2_000) };

export function testReader(name: string, { read, sends }: UIReader, dialect: Dialect): void {
  test(`any turn, read live by version ${name} -> the parts that its rows give`, async () => {
    await fc.assert(
      fc.asyncProperty(turns, async ({ live, stored }) => {
        const page = await read(await chunksOf(withoutQuestions(live), { dialect }));
        expect(shown(page)).toEqual(shown(await storedMessage(stored)));
      }),
      RUNS,
    );
  });

  test(`read again by version ${name}, at any moment -> the same ids, no part twice`, async () => {
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
  });

  test(`version ${name} is asked beside other calls -> it sends its answers by itself, and nothing else; every part once`, async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (turn) => {
        const page = await talk(turn, { read, dialect, sends });
        if (turn.live.at(-1)?.type !== 'failed') expect(sends(page)).toEqual(NOTHING);
        expect(shown(page)).toEqual(shown(await storedMessage(turn.stored)));
      }),
      RUNS,
    );
  });
}

interface Reading {
  dialect: Dialect;
  sentBefore?: SentCalls | undefined;
  isHanging?: boolean;
}

export async function chunksOf(
  events: readonly TurnEvent[],
  { dialect, sentBefore, isHanging = false }: Reading,
): Promise<UIChunk[]> {
  const all: UIChunk[] = [];
  const chunks = answerChunks({
    turnId: 't',
    executionId: 'e',
    dialect,
    sentBefore,
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

async function talk(
  { live, stored }: GeneratedTurn,
  { read, sends, dialect }: UIReader & { dialect: Dialect },
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
    const chunks = await chunksOf(events, {
      dialect,
      sentBefore: page && sentCalls(page.parts),
      isHanging: true,
    });
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
  return read(await chunksOf(rest, { dialect, sentBefore: page && sentCalls(page.parts) }), page);
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

function isAsked(events: readonly TurnEvent[], result: TurnEvent): boolean {
  if (result.type !== 'tool-result') return false;
  return events.some((event) => event.type === 'approval' && event.call === result.call);
}

function upTo(events: readonly TurnEvent[], step: number): TurnEvent[] {
  return events.filter((event) => stepOf(event) <= step);
}

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

function shown({ id, metadata, parts }: UIMessage): { id: string; metadata: unknown; parts: object[] } {
  return {
    id,
    metadata,
    parts: parts
      .filter((part) => part['providerMetadata'] === undefined)
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
