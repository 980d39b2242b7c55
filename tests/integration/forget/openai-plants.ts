import type { Plant } from './garden.js';

export const OPENAI_PLANTS: Readonly<Record<string, Plant>> = {
  'POST /v1/chat/completions': async ({ send, text, id }) => {
    await send(
      '/v1/chat/completions',
      {
        model: 'assistant',
        messages: [
          { role: 'system', content: text('system message') },
          { role: 'user', content: text('earlier message'), name: text('name') },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: text('id of a call'),
                type: 'function',
                function: { name: 'look', arguments: JSON.stringify({ at: text('arguments') }) },
              },
            ],
          },
        ]
          .concat([{ role: 'tool', tool_call_id: '', content: text('result of a tool') } as never])
          .map((message, at, all) =>
            at === 3
              ? {
                  ...message,
                  tool_call_id: (all[2] as { tool_calls?: { id: string }[] }).tool_calls?.[0]?.id,
                }
              : message,
          ),
        tools: [
          {
            type: 'function',
            function: {
              name: 'look',
              description: text('description of a tool'),
              parameters: {
                type: 'object',
                properties: { at: { type: 'string', description: text('parameter of a tool') } },
              },
            },
          },
          {
            type: 'function',
            function: { name: text('name of a tool'), parameters: { type: 'object', properties: {} } },
          },
        ],
        metadata: { topic: text('metadata') },
        user: text('user'),
      },
      { headers: { 'idempotency-key': id('idempotency key') } },
    );
    await send('/v1/chat/completions', {
      model: 'assistant',
      messages: [{ role: 'user', content: text('message') }],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: text('name of a schema'),
          description: text('description of a schema'),
          schema: {
            type: 'object',
            properties: { answer: { type: 'string', description: text('description in a schema') } },
            required: ['answer'],
            additionalProperties: false,
          },
        },
      },
    });
  },
  'POST /v1/responses': async ({ send, text, id }) => {
    const { id: first } = await send(
      '/v1/responses',
      {
        model: 'assistant',
        instructions: text('instructions'),
        input: [{ role: 'user', content: [{ type: 'input_text', text: text('input') }] }],
        text: {
          format: {
            type: 'json_schema',
            name: text('name of a format'),
            schema: {
              type: 'object',
              properties: { answer: { type: 'string', description: text('format') } },
              required: ['answer'],
              additionalProperties: false,
            },
          },
        },
        metadata: { [text('key of metadata')]: text('metadata') },
      },
      { headers: { 'idempotency-key': id('idempotency key') } },
    );
    await send('/v1/responses', {
      model: 'assistant',
      input: [
        { role: 'user', content: text('earlier item') },
        { type: 'function_call', call_id: 'c', name: 'look', arguments: `{"at":"${text('arguments')}"}` },
        { type: 'function_call_output', call_id: 'c', output: text('output of a call') },
      ],
      tools: [
        {
          type: 'function',
          name: 'look',
          description: text('description of a tool'),
          parameters: { type: 'object', properties: { at: { type: 'string', title: text('parameter') } } },
        },
      ],
    });
    await send('/v1/responses', {
      model: 'assistant',
      input: text('follow-up'),
      previous_response_id: first,
    });
  },
  'POST /v1/responses/:id/cancel': async ({ send, text }) => {
    const { id: response } = await send('/v1/responses', {
      model: 'assistant',
      input: text('input'),
      background: true,
    });
    await send(`/v1/responses/${String(response)}/cancel`);
  },
  'DELETE /v1/responses/:id': () => Promise.resolve(),
  'POST /v1/conversations': async ({ send, text }) => {
    const { id: unused } = await send('/v1/conversations', {
      items: [{ type: 'message', role: 'user', content: text('item of an unused conversation') }],
      metadata: { topic: text('metadata of an unused conversation') },
    });
    void unused;
    const { id: conversation } = await send('/v1/conversations', {
      items: [{ type: 'message', role: 'user', content: text('item') }],
      metadata: { topic: text('metadata') },
    });
    await send('/v1/responses', { model: 'assistant', input: text('input'), conversation });
  },
  'POST /v1/conversations/:id': async ({ send, text }) => {
    const { id: conversation } = await send('/v1/conversations', {});
    await send(`/v1/conversations/${String(conversation)}`, { metadata: { topic: text('metadata') } });
  },
  'DELETE /v1/conversations/:id': async ({ send, text }) => {
    const { id: conversation } = await send('/v1/conversations', { metadata: { topic: text('metadata') } });
    await send('/v1/responses', { model: 'assistant', input: text('input'), conversation });
    await send(`/v1/conversations/${String(conversation)}`, undefined, { method: 'DELETE' });
  },
  'POST /v1/conversations/:id/items': async ({ send, text }) => {
    const { id: conversation } = await send('/v1/conversations', {});
    const items = (field: string) => [{ type: 'message', role: 'user', content: text(field) }];
    await send(`/v1/conversations/${String(conversation)}/items`, { items: items('item before') });
    await send('/v1/responses', { model: 'assistant', input: text('input'), conversation });
    await send(`/v1/conversations/${String(conversation)}/items`, { items: items('item after') });
  },
  'DELETE /v1/conversations/:id/items/:item': async ({ send, text }) => {
    const { id: conversation } = await send('/v1/conversations', {});
    const made = await send(`/v1/conversations/${String(conversation)}/items`, {
      items: [{ type: 'message', role: 'user', content: text('item') }],
    });
    const [item] = made['data'] as { id: string }[];
    await send(`/v1/conversations/${String(conversation)}/items/${item!.id}`, undefined, {
      method: 'DELETE',
    });
  },
};
