import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import type { TurnInput } from '../../../protocol/messages.js';
import { MAX_STEER_CHARACTERS } from '../../../protocol/while-running.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { BROKEN_OFF } from '../../../context/message/broken-off.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { holding, tools } from './hold-tool.js';

const MARK = `assistant: ${BROKEN_OFF}`;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['hold'], history: { summaries: false } })],
    tools,
  });
});
afterAll(() => system?.stop());

describe('whileRunning: steer', () => {
  test('by client, Update and Signal while a tool runs -> all in the next call, in order, and parts of that turn', async () => {
    const held = await holding();
    system.model.reply(held.reply, text('Both done.'), text('Welcome.'), text('Next.'));
    const conversation = newConversation();
    const { turnId, executionId } = await conversation.submit('How far?');
    await held.began();
    const queued = await conversation.submit('Thanks.');
    await conversation.submit({ text: 'In metres.', turnId: 's1' }, { whileRunning: 'steer' });
    const streamed = eventsOf(conversation, 's1');
    const asked = conversation.ask({ text: 'In metres.', turnId: 's1' }, { whileRunning: 'steer' });
    await update(conversation, { text: 'And in feet.', turnId: 's2', whileRunning: 'steer' });
    await signal(conversation, { text: 'And in miles.', turnId: 's3', whileRunning: 'steer' });
    await expect.poll(async () => (await conversation.status())?.queued).toContain('s3');
    await held.release();
    const whole = { turnId, executionId, text: 'Both done.' };
    expect(await conversation.ask({ text: 'How far?', turnId })).toEqual(whole);
    expect(await asked).toEqual(whole);
    expect(await conversation.ask({ text: 'And in feet.', turnId: 's2' })).toEqual(whole);
    expect(await updateAsk(conversation, { text: 'And in miles.', turnId: 's3' })).toEqual(whole);
    const said = ['In metres.', 'And in feet.', 'And in miles.'];
    const sent = ['user: How far?', 'tool: held', ...said.map((words) => `user: ${words}`)];
    expect(spokenIn(requestWith('tool: held'))).toEqual(sent);

    expect((await streamed).at(-1)).toMatchObject({ type: 'done', text: 'Both done.' });
    const events = await eventsOf(conversation, turnId);
    const at = events.findIndex(({ type }) => type === 'steered');
    expect(events[at]).toMatchObject({
      step: 2,
      messages: said.map((words, index) => ({ turnId: `s${index + 1}`, text: words })),
    });
    expect(events.slice(at).map(({ type }) => type)).toEqual(['steered', 'text-delta', 'done']);
    const resumed = await eventsOf(conversation, turnId, events[at]!.id);
    expect(resumed.map(({ type }) => type)).toEqual(['text-delta', 'done']);

    await conversation.ask({ text: 'Thanks.', turnId: queued.turnId });
    const { messages } = await conversation.history();
    expect(
      messages
        .toReversed()
        .map(({ text: words, turnId: of, joined, whileRunning }) => [
          words,
          of === turnId,
          joined,
          whileRunning,
        ]),
    ).toEqual([
      ['How far?', true, null, null],
      ...said.map((words, index) => [words, true, { step: 2, turnId: `s${index + 1}` }, 'steer']),
      ['Both done.', true, null, null],
      ['Thanks.', false, null, null],
      ['Welcome.', false, null, null],
    ]);
    expect(messages.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(JSON.stringify(await system.client.executions.explain(executionId))).toContain(
      'message sent during the turn',
    );
    const trajectory = JSON.stringify(await conversation.trajectory({ turnId }));
    expect(trajectory).toContain(said.join('\\n\\n'));
    await conversation.ask('More?');
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      ...['user: How far?', ...said.map((words) => `user: ${words}`), 'assistant: Both done.'],
      ...['user: Thanks.', 'assistant: Welcome.', 'user: More?'],
    ]);
  });

  test('no further call -> answered from the queue, and never joins a later turn', async () => {
    const running = gated('Ber', 'lin.');
    system.model.reply(running, text('second'), text('third'));
    const conversation = newConversation();
    const first = await conversation.submit('Germany?');
    await running.started;
    const second = conversation.ask('France?');
    await expect.poll(async () => (await conversation.status())?.queued).toHaveLength(1);
    const third = conversation.ask('Shortly, please.', { whileRunning: 'steer' });
    await expect.poll(async () => (await conversation.status())?.queued).toHaveLength(2);
    const late = await conversation.submit('Never mind.', { whileRunning: 'steer' });
    expect(await conversation.cancel(late.turnId)).toEqual({ turnId: late.turnId, status: 'cancelled' });
    running.release();
    expect(await conversation.ask({ text: 'Germany?', turnId: first.turnId })).toMatchObject({
      text: 'Berlin.',
    });
    expect([(await second).text, (await third).text]).toEqual(['second', 'third']);
    const { messages } = await conversation.history();
    expect(messages.toReversed().map(({ text: words, joined }) => [words, joined])).toEqual(
      ['Germany?', 'Berlin.', 'France?', 'second', 'Shortly, please.', 'third', 'Never mind.'].map(
        (words) => [words, null],
      ),
    );
  });

  test('nothing runs, or it is too long to join -> a turn like any other', async () => {
    const held = await holding();
    system.model.reply(held.reply, text('one'), text('two'));
    const conversation = newConversation();
    const { turnId } = await conversation.submit('Go.', { whileRunning: 'steer' });
    await held.began();
    const long = conversation.ask('x'.repeat(MAX_STEER_CHARACTERS + 1), { whileRunning: 'steer' });
    await expect.poll(async () => (await conversation.status())?.queued).toHaveLength(1);
    await held.release();
    expect(await conversation.ask({ text: 'Go.', turnId })).toMatchObject({ turnId, text: 'one' });
    expect(await long).toMatchObject({ text: 'two' });
  });

  test('the joined turn is canceled by its id -> both end as canceled, and the text stays', async () => {
    const held = await holding();
    const running = gated('So', ' far');
    system.model.reply(held.reply, running);
    const conversation = newConversation();
    const { turnId } = await conversation.submit('How far?');
    await held.began();
    const steer = await conversation.submit('In metres.', { whileRunning: 'steer' });
    await held.release();
    await running.started;
    const asked = conversation.ask({ text: 'In metres.', turnId: steer.turnId });
    const refused = expect(asked).rejects.toMatchObject({ type: 'Conversation.TurnCancelled' });
    expect(await conversation.cancel(steer.turnId)).toEqual({ turnId, status: 'cancelled' });
    await refused;
    const { messages } = await conversation.history();
    expect(messages.toReversed().map(({ text: words, isPartial }) => [words, isPartial])).toEqual([
      ['How far?', false],
      ['In metres.', false],
      ['So', true],
    ]);
  });
});

describe('whileRunning: interrupt', () => {
  test('by client, then Update and Signal -> the running turn is canceled and kept, and each message is answered before the queued ones', async () => {
    const [running, next] = [gated('the beginning', ' never'), gated('I', ' never')];
    system.model.reply(running, next, text('third'), text('fourth'), text('waited'));
    const conversation = newConversation();
    const first = await conversation.submit('Tell me a story.');
    await running.started;
    const waiting = await conversation.submit('And then?');
    const second = await conversation.submit('Stop: another one.', { whileRunning: 'interrupt' });
    expect((await eventsOf(conversation, first.turnId)).at(-1)?.type).toBe('cancelled');
    await next.started;
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      ...['user: Tell me a story.', 'assistant: the beginning', MARK, 'user: Stop: another one.'],
    ]);
    await update(conversation, { text: 'A short one.', turnId: 'i3', whileRunning: 'interrupt' });
    await signal(conversation, { text: 'A sad one.', turnId: 'i4', whileRunning: 'interrupt' });
    expect((await eventsOf(conversation, second.turnId)).at(-1)?.type).toBe('cancelled');
    expect(await conversation.ask({ text: 'And then?', turnId: waiting.turnId })).toMatchObject({
      text: 'waited',
    });
    const { messages } = await conversation.history();
    const told = messages
      .toReversed()
      .map(({ text: words, whileRunning, isPartial }) => [
        words,
        whileRunning ?? (isPartial ? 'partial' : null),
      ]);
    expect(told.slice(0, 4)).toEqual([
      ['Tell me a story.', null],
      ['the beginning', 'partial'],
      ['Stop: another one.', 'interrupt'],
      ['I', 'partial'],
    ]);
    expect(told.slice(-2)).toEqual([
      ['And then?', null],
      ['waited', null],
    ]);
    expect(told.filter(([, jump]) => jump === 'interrupt').map(([words]) => words)).toEqual([
      ...['Stop: another one.', 'A short one.', 'A sad one.'],
    ]);
  });
});

describe('whileRunning: steer, then interrupt', () => {
  test('not sent in a call yet -> part of the interrupted turn, after its text, and in the next context', async () => {
    const running = gated('Once', ' never');
    system.model.reply(running, text('Short: the end.'), text('waited'), text('more'));
    const conversation = newConversation();
    const { turnId } = await conversation.submit('Tell me a story.');
    await running.started;
    const waiting = await conversation.submit('And then?');
    const steer = await conversation.submit('About a whale.', { whileRunning: 'steer' });
    const asked = expect(
      conversation.ask({ text: 'About a whale.', turnId: steer.turnId }),
    ).rejects.toMatchObject({ type: 'Conversation.TurnCancelled' });
    const answer = await conversation.ask('Stop. A short one.', { whileRunning: 'interrupt' });
    await asked;
    const context = ['user: Tell me a story.', 'assistant: Once', MARK];
    const said = ['user: About a whale.', 'user: Stop. A short one.'];
    expect(spokenIn(requestWith(said[1]!))).toEqual([...context, ...said]);
    expect(answer.text).toBe('Short: the end.');
    const events = await eventsOf(conversation, turnId);
    expect(events.slice(-2)).toMatchObject([
      { type: 'steered', messages: [{ turnId: steer.turnId, text: 'About a whale.' }] },
      { type: 'cancelled' },
    ]);
    expect((await eventsOf(conversation, turnId, events.at(-2)!.id)).map(({ type }) => type)).toEqual([
      'cancelled',
    ]);
    expect((await eventsOf(conversation, steer.turnId)).at(-1)?.type).toBe('cancelled');
    await conversation.ask({ text: 'And then?', turnId: waiting.turnId });
    const { messages } = await conversation.history();
    expect(
      messages.toReversed().map(({ text: words, turnId: of, joined, whileRunning, isPartial }) => ({
        words,
        isFirst: of === turnId,
        joined: joined?.turnId,
        whileRunning,
        isPartial,
      })),
    ).toMatchObject([
      { words: 'Tell me a story.', isFirst: true },
      { words: 'Once', isFirst: true, isPartial: true },
      { words: 'About a whale.', isFirst: true, joined: steer.turnId, whileRunning: 'steer' },
      { words: 'Stop. A short one.', isFirst: false, joined: undefined, whileRunning: 'interrupt' },
      { words: 'Short: the end.', isFirst: false },
      { words: 'And then?', isFirst: false },
      { words: 'waited', isFirst: false },
    ]);
    await conversation.ask('More?');
    expect(spokenIn(system.model.requests.at(-1)!).slice(0, 5)).toEqual([...context, ...said]);
  });

  test('its call runs -> before the joined message in the thread, and in the next context', async () => {
    const held = await holding();
    const running = gated('A whale', ' never');
    system.model.reply(held.reply, running, text('Short: the end.'));
    const conversation = newConversation();
    await conversation.submit('Tell me a story.');
    await held.began();
    await conversation.submit('About a whale.', { whileRunning: 'steer' });
    await held.release();
    await running.started;
    const last = await conversation.ask('Stop. A short one.', { whileRunning: 'interrupt' });
    const said = ['user: Tell me a story.', 'user: About a whale.', 'assistant: A whale', MARK];
    const note: unknown = expect.stringMatching(/\[Note: the turn above was canceled [^]*: ran\n> held$/);
    expect(spokenIn(requestWith('assistant: A whale'))).toEqual([...said, note, 'user: Stop. A short one.']);
    const [call] = await system.client.executions.explain(last.executionId);
    expect(call!.context.messages.map(({ form, text: words }) => [form.kind, words])).toEqual([
      ['whole', 'Tell me a story.'],
      ['whole', 'About a whale.'],
      ['broken off', `A whale\n\n${BROKEN_OFF}`],
      ['whole', note],
      ['whole', 'Stop. A short one.'],
    ]);
    const { messages } = await conversation.history();
    const shown = ['Tell me a story.', 'About a whale.', 'A whale', 'Stop. A short one.', 'Short: the end.'];
    expect(messages.map((message) => message.text).reverse()).toEqual(shown);
  });
});

test('an unknown value -> refused by client, Update and Signal, with the value and the choices', async () => {
  const conversation = newConversation();
  const options = { whileRunning: 'now' as 'steer' };
  const message = "whileRunning 'now' is not one of queue, steer, interrupt";
  const refusal = { type: 'Conversation.InvalidTurn', message };
  await expect(conversation.submit('hi', options)).rejects.toMatchObject(refusal);
  await expect(conversation.ask('hi', options)).rejects.toMatchObject(refusal);
  system.model.reply(text('hello'));
  await conversation.ask('hi');
  const updated = update(conversation, { text: 'hi', ...options });
  await expect(updated).rejects.toMatchObject({ cause: { message } });
  await signal(conversation, { text: 'hi', ...options });
  await expect.poll(async () => (await conversation.status())?.refused).toEqual({ count: 1, last: message });
});

function newConversation(): ConversationHandle {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}

function handleOf({ workflowId }: ConversationHandle) {
  return system.temporal.workflow.getHandle(workflowId);
}

function update(conversation: ConversationHandle, input: TurnInput): Promise<unknown> {
  return handleOf(conversation).executeUpdate('submitTurn', { args: [input] });
}

function updateAsk(conversation: ConversationHandle, input: TurnInput): Promise<unknown> {
  return handleOf(conversation).executeUpdate('ask', { args: [input] });
}

function signal(conversation: ConversationHandle, input: TurnInput): Promise<void> {
  return handleOf(conversation).signal('postTurn', input);
}

function requestWith(said: string) {
  return system.model.requests.find((request) => spokenIn(request).includes(said))!;
}

async function eventsOf(
  conversation: ConversationHandle,
  turnId: string,
  from?: string,
): Promise<TurnEvent[]> {
  const events: TurnEvent[] = [];
  for await (const event of conversation.stream(turnId, { from })) events.push(event);
  return events;
}
