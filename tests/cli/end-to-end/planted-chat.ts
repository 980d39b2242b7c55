import type { Client } from '@temporalio/client';
import { writeFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import type { Threadline } from '../../../client/threadline.js';
import {
  fault,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { open, planted } from './planted-texts.js';

export interface PlantedChat {
  client: Threadline;
  temporal: Client;
  goOnFile: string;
}

export interface Shown {
  raw: unknown[];
  heartbeats: string[];
}

export function answerPlanted({ text: asked, messages }: ModelRequest): Reply {
  if (messages.at(-1)?.role === 'tool') return text('Looked up');
  const lines = asked.split('\n');
  if (lines.includes('Look it up'))
    return toolCalls([{ name: 'look', arguments: { word: planted.toolInput } }]);
  if (lines.includes('Look up nothing')) return toolCalls([{ name: 'look', arguments: { word: 'nothing' } }]);
  if (lines.includes('Look up slowly')) return toolCalls([{ name: 'look', arguments: { word: 'slowly' } }]);
  if (lines.includes('Send it'))
    return toolCalls([{ name: 'send', arguments: { what: planted.toolQuestion } }]);
  if (lines.includes('Break off') || asked.includes('Merge the transcript'))
    return fault.status(400, { message: planted.modelError });
  return text(asked.includes('By Update: ') ? planted.updateAnswer : planted.answer);
}

export async function playPlanted(chat: PlantedChat): Promise<Shown> {
  await talk(chat);
  await talkByTemporal(chat);
  await runExecutions(chat);
  return lookSlowly(chat);
}

async function talk({ client }: PlantedChat): Promise<void> {
  const conversation = client.conversation({ flow: 'assistant', user: 'ada' });
  await conversation.ask('Look it up');
  await conversation.ask('Look up nothing');
  await conversation.ask(`${'A long story. '.repeat(6_000)}${planted.longMessage}`);
  await conversation.ask('Break off').catch(() => undefined);
  const thread = await conversation.openThread({ message: 2 });
  await thread.rename(planted.threadTitle);
  await thread.ask(planted.threadMessage);
  const aside = client.conversation({ flow: 'assistant', user: open.user, channel: open.channel });
  const file = Buffer.from(planted.attachment);
  const { turnId } = await aside.ask({
    parts: [{ type: 'file', data: file, mediaType: 'text/plain', filename: `${planted.attachmentName}.txt` }],
    turnId: open.turnId,
  });
  await aside.edit(turnId, planted.editedMessage);
  await aside.submit('Send it');
  await untilOneWaits(client);
  expect((await aside.ask('yes')).text).toBe('Looked up');
}

async function talkByTemporal({ client, temporal }: PlantedChat): Promise<void> {
  const { workflowId } = client.conversation({ flow: 'assistant', user: 'ada' });
  const handle = temporal.workflow.getHandle(workflowId);
  await handle.signal('postTurn', { text: planted.postedMessage });
  const told = await handle.executeUpdate<{ text: string }, [object]>('ask', {
    args: [{ text: `By Update: ${planted.updateMessage}` }],
  });
  expect(told.text).toBe(planted.updateAnswer);
  await handle.signal('postTurn', { text: planted.refusedMessage, textRef: 'none' });
  const { taskQueue } = await handle.describe();
  const described = await temporal.workflow.start('execution', {
    taskQueue,
    workflowId: `execution/below/${open.executionId}`,
    args: [{ flow: 'below', text: 'go', user: 'ada' }],
    memo: { note: planted.memo },
    staticSummary: planted.summary,
    staticDetails: planted.details,
  });
  await described.result();
  expect((await described.describe()).memo).toEqual({ note: planted.memo });
}

async function runExecutions({ client }: PlantedChat): Promise<void> {
  const { executions } = client;
  const asking = await executions.start({
    flow: 'asking',
    text: planted.input,
    data: { word: planted.inputData },
    user: 'ada',
  });
  await untilOneWaits(client);
  await executions.answer(asking.executionId, { answer: `no, ${planted.refusal}` });
  await asking.result().catch(() => undefined);
  for (const flow of ['breaking', 'detailed'])
    await expect(
      executions.start({ flow, text: 'go', user: 'ada' }).then(({ result }) => result()),
    ).rejects.toThrow();
}

async function lookSlowly({ client, temporal, goOnFile }: PlantedChat): Promise<Shown> {
  const conversation = client.conversation({ flow: 'assistant', user: 'ada' });
  const answer = conversation.ask('Look up slowly');
  const [executionId] = await vi.waitFor(
    async () => {
      const running = await client.executions.list({ user: 'ada', status: 'running' });
      expect(running).toHaveLength(1);
      return running.map((execution) => execution.executionId);
    },
    { timeout: 60_000 },
  );
  await client.executions.pushStep(executionId!, { text: planted.pushedStep });
  const { workflowService } = temporal;
  const namespace = 'default';
  const shown: Shown = { raw: [], heartbeats: [] };
  await vi.waitFor(
    async () => {
      const execution = { workflowId: executionId! };
      const description = await workflowService.describeWorkflowExecution({ namespace, execution });
      const [pending] = description.pendingActivities ?? [];
      const [heartbeat] = await openPayloads(temporal, pending?.heartbeatDetails?.payloads ?? []);
      expect(heartbeat).toContain(planted.heartbeat);
      shown.heartbeats.push(heartbeat!);
      shown.raw.push(description);
    },
    { timeout: 60_000 },
  );
  for (const workflowId of [executionId!, conversation.workflowId])
    for (const queryType of ['status', 'queues', '__stack_trace', '__temporal_workflow_metadata'])
      shown.raw.push(
        await workflowService
          .queryWorkflow({ namespace, execution: { workflowId }, query: { queryType } })
          .catch((error: unknown) => String(error)),
      );
  writeFileSync(goOnFile, '');
  await answer;
  return shown;
}

async function openPayloads(temporal: Client, payloads: readonly object[]): Promise<string[]> {
  const [codec] = temporal.options.loadedDataConverter.payloadCodecs;
  const opened = await codec!.decode([...payloads], undefined);
  return opened.map(({ data }) => Buffer.from(data ?? []).toString());
}

async function untilOneWaits({ executions }: Threadline): Promise<void> {
  await vi.waitFor(async () => expect(await executions.waiting()).toHaveLength(1), { timeout: 60_000 });
}
