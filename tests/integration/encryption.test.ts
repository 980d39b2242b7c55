import { Client } from '@temporalio/client';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import { payloadTexts } from '../../packages/testing/history-summary.js';
import { fault, gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { requestText } from './context/fixtures/requests.js';

const key = (): string => randomBytes(32).toString('base64');
const keys = { k1: key(), k2: key() };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    encryption: { keys: { current: 'k2', keys } },
  });
});
afterAll(() => system?.stop());

describe('a system with keys', () => {
  test('a turn with a file and a tool, and one that fails -> same results as without keys; no word in any history', async () => {
    const user = system.newUser('漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字');
    const conversation = system.client.conversation({ flow: 'assistant', user });
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('An elderberry.'),
      fault.status(400, { message: 'No damsons here' }),
    );
    const { executionId } = await conversation.ask([
      { type: 'text', text: 'Which gooseberry?' },
      { type: 'file', data: Buffer.from('A quince.'), mediaType: 'text/plain', filename: 'mirabelle.txt' },
    ]);
    expect(requestText(system.model.requests.at(-1)!)).toMatch(/gooseberry.*mirabelle\.txt.*A quince\./s);
    await expect(conversation.ask('And a medlar?')).rejects.toThrow(/damsons/);
    const handles = [conversation.workflowId, executionId].map((id) =>
      system.temporal.workflow.getHandle(id),
    );
    const texts = (await Promise.all(handles.map(payloadTexts))).flat().join('\n');
    expect(texts).not.toMatch(/gooseberry|elderberry|medlar|damson|mirabelle|quince|store a message/);
    const { staticSummary } = (await handles[1]!.describe()) as { staticSummary?: () => Promise<string> };
    expect(await staticSummary?.()).toContain('Turn 1');
  });

  test('a queued message whose text changes -> the new text is answered; neither text is in the history', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const running = gated('An ', 'elderberry.');
    system.model.reply(running, text('A plum.'));
    await conversation.submit('Which one?');
    await running.started;
    const queued = { text: 'A gooseberry?', turnId: 'queued' };
    await conversation.submit(queued);
    await conversation.change('queued', { text: 'A medlar?' });
    running.release();
    await conversation.ask(queued);
    expect(requestText(system.model.requests.at(-1)!)).toContain('A medlar?');
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    expect((await payloadTexts(handle)).join('\n')).not.toMatch(/gooseberry|medlar/);
  });

  test('a message of a client with the old key -> accepted and answered', async () => {
    const client = await clientWith({ current: 'k1', keys });
    system.model.reply(text('Read.'));
    const answer = await client.conversation({ flow: 'assistant', user: system.newUser() }).ask('Read me');
    expect(answer.text).toBe('Read.');
    await client.close();
  });

  test('a client with an unknown key -> refused at once, with its id, and the conversation continues', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    system.model.reply(text('One.'), text('Two.'));
    await conversation.ask('One?');
    const client = await clientWith({ current: 'k9', keys: { ...keys, k9: key() } });
    await expect(client.conversation({ flow: 'assistant', user }).submit('Three?')).rejects.toMatchObject({
      type: 'Encryption.Unreadable',
      message: expect.stringMatching(/'k9'.*\('k1', 'k2'\): add/),
    });
    await expect(
      client.executions.start({ flow: 'assistant', text: 'x' }).then((execution) => execution.result()),
    ).rejects.toMatchObject({ message: expect.stringContaining("'k9'") });
    expect((await conversation.ask('Two?')).text).toBe('Two.');
    await client.close();
  });

  test('a client without keys -> refused, naming the missing keys, and nothing is sent', async () => {
    const client = await clientWith(undefined);
    const user = system.newUser();
    const conversation = client.conversation({ flow: 'assistant', user });
    const refusal = {
      type: 'Encryption.KeysMissing',
      message: expect.stringMatching(/'k1', 'k2', but this client has no keys/) as string,
    };
    await expect(conversation.submit('Plain')).rejects.toMatchObject(refusal);
    await expect(
      client.executions.start({ flow: 'assistant', text: 'Plain', user, id: 'plain' }),
    ).rejects.toMatchObject(refusal);
    for (const id of [
      conversation.workflowId,
      `execution/assistant/${user}:plain`,
      'execution/assistant/plain',
    ])
      await expect(system.temporal.workflow.getHandle(id).describe()).rejects.toThrow(/not found/i);
    const known = system.client.conversation({ flow: 'assistant', user });
    system.model.reply(text('Sealed.'));
    await known.ask('Seal it');
    await expect(conversation.status()).rejects.toMatchObject({
      type: 'Encryption.Unreadable',
      message: expect.stringMatching(/'k2', but no keys are configured here/) as string,
    });
    await client.close();
  });

  test('a client in plain text, where that is refused -> its Signal and its start change nothing, and return why', async () => {
    const own = await startTestSystem(inject('environment'), {
      encryption: { keys: { current: 'k2', keys }, plain: 'refuse' },
    });
    const user = own.newUser();
    const conversation = own.client.conversation({ flow: 'assistant', user });
    own.model.reply(text('One.'), text('Two.'));
    expect((await conversation.ask('One?')).text).toBe('One.');
    const plain = new Client({ connection: own.temporal.connection });
    const handle = plain.workflow.getHandle(conversation.workflowId);
    await handle.signal('postTurn', { text: 'Plain' });
    await expect
      .poll(async () => (await conversation.status())?.refused)
      .toMatchObject({ count: 1, last: expect.stringMatching(/not encrypted.*'k1', 'k2'/) });
    await expect(handle.executeUpdate('submitTurn', { args: [{ text: 'Plain' }] })).rejects.toThrow();
    expect((await conversation.ask('Two?')).text).toBe('Two.');
    expect((await conversation.history()).messages.map(({ text: said }) => said)).toEqual([
      ...['Two.', 'Two?', 'One.', 'One?'],
    ]);
    await own.stop();
  });

  test("a payload copied from another user's history -> refused", async () => {
    const [ada, eve] = [system.newUser(), system.newUser()];
    const handles = [ada, eve].map((user) => system.client.conversation({ flow: 'assistant', user }));
    system.model.reply(text('Kept.'), text('Hello.'));
    await handles[0]!.ask('My secret');
    await handles[1]!.ask('Hello');
    const { events } = await system.temporal.workflow.getHandle(handles[0]!.workflowId).fetchHistory();
    const input = events!.flatMap(
      ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) =>
        accepted?.acceptedRequest?.input?.args?.payloads ?? [],
    );
    await system.temporal.workflowService.signalWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId: handles[1]!.workflowId },
      signalName: 'postTurn',
      input: { payloads: input },
    });
    expect(await handles[1]!.status()).toMatchObject({
      refused: { count: 1, last: expect.stringContaining('another Workflow') },
    });
  });
});

function clientWith(written: { current: string; keys: Record<string, string> } | undefined) {
  return connect({
    temporal: { address: system.environment.temporalAddress },
    databaseUrl: system.databaseUrl,
    taskQueue: system.taskQueue,
    encryption: written && { keys: written },
  });
}
