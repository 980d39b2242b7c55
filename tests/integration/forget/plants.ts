import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { Plant } from './garden.js';
import { OPENAI_PLANTS } from './openai-plants.js';

const HERE = '/api/v1/conversations/assistant';

export const PLANTS: Readonly<Record<string, Plant>> = {
  'POST /api/v1/conversations/{flow}/turns': async ({ send, read, text, id }) => {
    const file = Buffer.from(text('content of a part')).toString('base64');
    const turnId = id('turnId');
    const channel = id('channel');
    await send(`${HERE}/turns?channel=${channel}`, {
      parts: [
        { type: 'text', text: `I always want ${text('part')}. Always use ${text('standing')}!` },
        { type: 'file', data: file, filename: `${text('filename')}.txt`, mediaType: 'text/plain' },
      ],
      turnId,
      data: { [text('name in data')]: text('value in data') },
      output: {
        type: 'object',
        title: text('title of output'),
        properties: { answer: { type: 'string', description: text('description in output') } },
        required: ['answer'],
        additionalProperties: false,
      },
    });
    await read(`${HERE}/turns/${turnId}/events?channel=${channel}`);
    const long = `${'much '.repeat(40_000)}${text('end of a long text')}`;
    await send(`${HERE}/turns`, { text: long, turnId: 'long' });
    await read(`${HERE}/turns/long/events`);
  },
  'PATCH /api/v1/conversations/{flow}/turns/{turnId}': ({ send }) =>
    send(`${HERE}/turns/long`, { whileRunning: 'steer' }, { method: 'PATCH' }).catch(() => undefined),
  'POST /api/v1/conversations/{flow}/turns/{turnId}/cancel': ({ send }) => send(`${HERE}/turns/long/cancel`),
  'POST /api/v1/conversations/{flow}/turns/{turnId}/regenerate': async ({ send, read, id }) => {
    const turnId = id('turnId');
    await send(`${HERE}/turns/long/regenerate`, { turnId });
    await read(`${HERE}/turns/${turnId}/events`);
  },
  'POST /api/v1/conversations/{flow}/turns/{turnId}/edit': async ({ send, read, text, id }) => {
    const turnId = id('turnId');
    await send(`${HERE}/turns/long/edit`, { text: text('text'), turnId });
    await read(`${HERE}/turns/${turnId}/events`);
  },
  'POST /api/v1/conversations/{flow}/turns/{turnId}/retry': async ({ send, read, text, id }) => {
    await send(`${HERE}/turns`, {
      text: `FAIL as a provider that quotes what it was asked about a ${text('text')}`,
      turnId: 'fails',
    });
    await read(`${HERE}/turns/fails/events`);
    const turnId = id('turnId');
    await send(`${HERE}/turns/fails/retry`, { turnId });
    await read(`${HERE}/turns/${turnId}/events`);
  },
  'POST /api/v1/conversations/{flow}/turns/{turnId}/drop': async ({ send, read, text }) => {
    await send(`${HERE}/turns`, {
      text: `FAIL as a provider that quotes what it was asked about a ${text('text')}`,
      turnId: 'dropped',
    });
    await read(`${HERE}/turns/dropped/events`);
    await send(`${HERE}/turns/dropped/drop`);
  },
  'POST /api/v1/conversations/{flow}/turns/{turnId}/restore': ({ send }) =>
    send(`${HERE}/turns/dropped/restore`),
  'PUT /api/v1/conversations/{flow}/standing-requests': async ({ send, read, text }) => {
    await send(`${HERE}/turns`, { text: `Always mention ${text('standing')}.`, turnId: 'standing' });
    await read(`${HERE}/turns/standing/events`);
    const request = { depth: 0, seq: 999, ordinal: 0, isWithdrawn: true };
    await send(`${HERE}/standing-requests`, request, { method: 'PUT' }).catch(() => undefined);
  },
  'DELETE /api/v1/memories': ({ send, text }) =>
    send(`/api/v1/memories?kind=fact&key=${encodeURIComponent(text('key'))}`, undefined, {
      method: 'DELETE',
    }).catch(() => undefined),
  'POST /api/v1/conversations/{flow}/turns/{turnId}/fork': ({ send, id }) =>
    send(`${HERE}/turns/long/fork`, { channel: id('channel') }),
  'POST /api/v1/conversations/{flow}/branches/{branch}/switch': ({ send, id }) =>
    send(`${HERE}/branches/1/switch`, { turnId: id('turnId') }),
  'POST /api/v1/conversations/{flow}/clear': ({ send }) => send(`${HERE}/clear`),
  'POST /api/v1/conversations/{flow}/threads': async ({ send, read, text, id }) => {
    const thread = id('id');
    await send(`${HERE}/threads`, { message: 1, id: thread });
    await send(`${HERE}/turns?thread=${thread}`, { text: text('text'), turnId: 'aside' });
    await read(`${HERE}/turns/aside/events?thread=${thread}`);
  },
  'DELETE /api/v1/conversations/{flow}/threads/{id}': async ({ send, id }) => {
    const thread = id('id');
    await send(`${HERE}/threads`, { message: 1, id: thread });
    await send(`${HERE}/threads/${thread}`, undefined, { method: 'DELETE' });
  },
  'DELETE /api/v1/conversations/{flow}': async ({ send, read, text, id }) => {
    const channel = id('channel');
    await send(`${HERE}/turns?channel=${channel}`, { text: text('text'), turnId: 'deleted' });
    await read(`${HERE}/turns/deleted/events?channel=${channel}`);
    await send(`${HERE}?channel=${channel}`, undefined, { method: 'DELETE' });
  },
  'POST /api/v1/conversations/{flow}/links': ({ send }) => send(`${HERE}/links`, {}),
  'DELETE /api/v1/conversations/{flow}/links/{id}': ({ send, text }) =>
    send(`${HERE}/links/${text('id')}`, undefined, { method: 'DELETE' }),
  'PUT /api/v1/conversations/{flow}/marks': ({ send }) =>
    send(`${HERE}/marks`, { isPinned: true }, { method: 'PUT' }),
  'PUT /api/v1/conversations/{flow}/turns/{turnId}/rating': ({ send }) =>
    send(`${HERE}/turns/long/rating`, { rating: 'good' }, { method: 'PUT' }),
  'PUT /api/v1/conversations/{flow}/title': ({ send, text }) =>
    send(`${HERE}/title`, { title: text('title') }, { method: 'PUT' }),
  'POST /api/v1/conversations/{flow}/merge': ({ send, text, id }) =>
    send(`${HERE}/merge`, { format: 'custom', instruction: text('instruction'), id: id('id') }),
  'POST /api/v1/conversations/{flow}/close': async ({ send, read, text, id }) => {
    const channel = id('channel');
    await send(`${HERE}/turns?channel=${channel}`, { text: text('text'), turnId: 'last' });
    await read(`${HERE}/turns/last/events?channel=${channel}`);
    await send(`${HERE}/close?channel=${channel}`);
  },
  'POST /api/v1/executions': async ({ send, read, text, id }) => {
    const { executionId } = await send('/api/v1/executions', {
      flow: 'asking',
      text: text('text'),
      data: { topic: text('data') },
      trigger: 'start',
      id: id('id'),
    });
    void read;
    return executionId;
  },
  'POST /api/v1/executions/{executionId}/answer': async ({ send, read, text, waiting }) => {
    const { executionId } = await waiting('asking');
    const path = `/api/v1/executions/${encodeURIComponent(executionId)}`;
    await send(`${path}/answer`, { answer: `no, ${text('answer')}` });
    await read(`${path}/events`);
  },
  'POST /api/v1/executions/{executionId}/cancel': async ({ send, text, waiting }) => {
    await send('/api/v1/executions', { flow: 'asking', text: text('text') });
    const { executionId } = await waiting('asking');
    await send(`/api/v1/executions/${encodeURIComponent(executionId)}/cancel`);
  },
  'POST /api/v1/executions/{executionId}/rerun': async ({ send, read, text, id, waiting }) => {
    await send('/api/v1/executions', { flow: 'asking', text: text('text') });
    const path = `/api/v1/executions/${encodeURIComponent((await waiting('asking')).executionId)}`;
    await send(`${path}/cancel`);
    await read(`${path}/events`);
    await send(`${path}/rerun`, { id: id('id') });
    const again = await waiting('asking');
    await send(`/api/v1/executions/${encodeURIComponent(again.executionId)}/cancel`);
  },
  'POST /api/v1/executions/{executionId}/steps': async ({ send, read, text, id, waiting }) => {
    await send('/api/v1/executions', { flow: 'shop', text: `CALL choose ${text('text')}`, trigger: 'chat' });
    const { executionId, call } = await waiting('shop');
    const path = `/api/v1/executions/${encodeURIComponent(executionId)}`;
    await send(`${path}/steps`, { text: text('step'), id: id('id') });
    await send(`${path}/answer`, { call, answer: text('output') });
    await read(`${path}/events`);
  },
  'POST /api/v1/calls/{callId}/plan': async ({ send, read }) => {
    const [execution] = JSON.parse(await read('/api/v1/executions?flow=shop')) as { executionId: string }[];
    const call = encodeURIComponent(`${execution!.executionId}/agent/1`);
    await send(`/api/v1/calls/${call}/plan`, { contextWindow: 100_000 });
  },
  'POST /api/v1/flows/check': ({ send, text }) =>
    send('/api/v1/flows/check', agentFlow({ slug: 'checked', system: text('system') })),
  'POST /api/v1/flows/drafts': async ({ send, read, text, id }) => {
    const { executionId } = await send('/api/v1/flows/drafts', {
      definition: agentFlow({ slug: 'assistant', system: text('system') }),
      text: text('text'),
      data: { topic: text('data') },
      id: id('id'),
    });
    await read(`/api/v1/executions/${encodeURIComponent(String(executionId))}/events`);
  },
  'POST /api/v1/flows': ({ send }) => send('/api/v1/flows', agentFlow({ slug: 'published' })),
  'POST /api/v1/uploads': ({ send, text }) =>
    send(`/api/v1/uploads?filename=${text('filename')}.txt`, text('content'), { type: 'text/plain' }),
  'POST /api/chat': async ({ read: _read, send, text, id }) => {
    await send('/api/chat', {
      id: id('chat'),
      messages: [
        {
          id: id('message'),
          role: 'user',
          parts: [
            { type: 'text', text: text('text') },
            {
              type: 'file',
              url: `data:text/plain;base64,${Buffer.from(text('file')).toString('base64')}`,
              mediaType: 'text/plain',
              filename: `${text('filename')}.txt`,
            },
          ],
        },
      ],
    });
  },
  'POST /api/chat/:id/stop': ({ send, id }) =>
    send('/api/chat/stopped/stop', { turnId: id('turnId') }).catch(() => undefined),
  'POST /mcp': ({ send, text, id }) =>
    send(
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'assistant',
          arguments: { message: text('message'), conversation: id('conversation'), turnId: id('turnId') },
        },
      },
      { headers: { accept: 'application/json, text/event-stream' } },
    ),
  'DELETE /mcp': () => Promise.resolve(),
  ...OPENAI_PLANTS,
  'DELETE /api/v1/users/{user}': () => Promise.resolve(),
};
