import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { BROKEN_OFF } from '../../context/message/broken-off.js';
import type { HistorySettings } from '../../flow/settings/history-settings.js';
import {
  gated,
  lastToolResults,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { runCommand } from './fixtures/run-command.js';
import { agentFlow } from './context/fixtures/agent-flow.js';
import { requestText } from './context/fixtures/requests.js';
import { isSummaryRequest, SUMMARY, upkeepEnded } from './summaries/fixtures/summary-harness.js';

const SAID = 'The bridge has twelve arches and was built by';
const SHORT: HistorySettings = { messages: 2, summaries: false };

let system: TestSystem;
let next: Reply | undefined;
beforeAll(async () => {
  const flow = (slug: string, history: HistorySettings) => agentFlow({ slug, history, tools: ['calculate'] });
  system = await startTestSystem(inject('environment'), {
    flows: [
      flow('plain', {}),
      flow('found', SHORT),
      flow('summarized', { messages: 2, summaries: { inline: false, minTokens: 0 }, retrieval: false }),
    ],
    model: { script: reply },
  });
});
afterAll(async () => {
  for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL']) delete process.env[name];
  await system?.stop();
});

function reply(request: ModelRequest): Reply {
  if (isSummaryRequest(request)) return text(SUMMARY);
  if (lastToolResults(request).length > 0) return text('I see.');
  const scripted = next;
  next = undefined;
  return scripted ?? text('Noted.');
}

describe('the part of an answer that was canceled', () => {
  test('a thread is anchored to it -> the quotation is followed by the mark', async () => {
    const conversation = await brokenOff('plain');
    const thread = await conversation.openThread({ message: 2 });
    await thread.ask('Go on.');
    expect(sent()).toContain(`\n> ${SAID}\n${BROKEN_OFF}`);
  });

  test('a thread is anchored to a part of it -> the mark, if the part reaches its end', async () => {
    const conversation = await brokenOff('plain');
    await (await conversation.openThread({ message: 2, start: 4 })).ask('Which?');
    expect(sent()).toContain(`\n> ${SAID.slice(4)}\n${BROKEN_OFF}`);
    await (await conversation.openThread({ message: 2, start: 0, end: 10 })).ask('Which?');
    expect(sent()).toContain(`\n> ${SAID.slice(0, 10)}`);
    expect(sent()).not.toContain(`${SAID.slice(0, 10)}\n${BROKEN_OFF}`);
  });

  test('a deeper thread -> quoted with the mark, at each depth', async () => {
    const conversation = await brokenOff('plain');
    await conversation.ask('Thank you.');
    const thread = await conversation.openThread({ message: 4 });
    await thread.ask('Go on.');
    const quotation = `AI:\n> ${SAID}\n${BROKEN_OFF}`;
    expect(sent()).toContain(quotation);
    const below = await thread.openThread({ message: 2 });
    await below.ask('Go on.');
    expect(sent()).toContain(quotation);
  });

  test('it is found for a question -> with the mark, and its call is rebuilt from its rows', async () => {
    const conversation = await brokenOff('found');
    for (let turn = 0; turn < 3; turn += 1) await conversation.ask(`Something else, ${turn}.`);
    const { executionId } = await conversation.ask('How many arches has the bridge?');
    expect(sent()).toContain(`AI: ${SAID}\n${BROKEN_OFF}`);
    const { body } = system.model.requests.at(-1)!;
    process.env['OPENAI_API_KEY'] = 'test';
    process.env['OPENAI_BASE_URL'] = system.model.baseUrl;
    const { failure } = await runCommand(system, ['retry-call', executionId, '--json']);
    expect(failure).toBeUndefined();
    expect(system.model.requests.at(-1)!.body).toEqual(body);
  });

  test('a thread finds it in a parent -> with the mark', async () => {
    const conversation = await brokenOff('found');
    for (let turn = 0; turn < 2; turn += 1)
      await conversation.ask(`${'Something else. '.repeat(900)}${turn}`);
    const thread = await conversation.openThread({ message: 6 });
    await thread.ask('How many arches has the bridge?');
    expect(sent()).toContain(`AI: ${SAID}\n${BROKEN_OFF}`);
  });

  test('it is summarized -> the summarizer sees the mark', async () => {
    const conversation = await brokenOff('summarized');
    for (let turn = 0; turn < 3; turn += 1) await conversation.ask(`Something else, ${turn}.`);
    await upkeepEnded(system, conversation);
    const asked = system.model.requests.filter(isSummaryRequest).map((request) => requestText(request));
    expect(asked.find((one) => one.includes(SAID))).toContain(`AI: ${SAID}\n${BROKEN_OFF}`);
  });

  test('tools search and read it -> with the mark', async () => {
    const conversation = await brokenOff('found');
    next = toolCalls([
      { name: 'search_history', arguments: { query: 'arches' } },
      { name: 'read_history', arguments: { from: 1, to: 2 } },
    ]);
    await conversation.ask('Look.');
    const results = lastToolResults(system.model.requests.at(-1)!);
    expect(results).toHaveLength(2);
    for (const result of results) expect(JSON.stringify(result)).toContain(`built by\\n${BROKEN_OFF}`);
  });
});

async function brokenOff(flow: string): Promise<ConversationHandle> {
  const conversation = system.client.conversation({ flow, user: system.newUser() });
  const running = gated(SAID, ' never');
  next = running;
  await conversation.submit('Tell me of the bridge.');
  await running.started;
  await conversation.cancel();
  return conversation;
}

function sent(): string {
  return requestText(system.model.requests.at(-1)!);
}
