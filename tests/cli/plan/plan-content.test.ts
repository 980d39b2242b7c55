import { describe, expect, test } from 'vitest';
import { SMALL_PNG } from '../../context/generated/arbitrary-tool-call.js';
import { planOne, runCount } from './run-plan.js';

const MODEL = 'claude-sonnet-4-5';
const text = (value: string) => ({ type: 'text', text: value });
const PICTURE = { type: 'image', image: SMALL_PNG, mediaType: 'image/png' };
const DATA_URL = `data:image/png;base64,${SMALL_PNG}`;

async function planContent(...content: unknown[]) {
  const { messages, warnings } = await planOne([{ model: MODEL, messages: [{ role: 'user', content }] }]);
  return { content: messages[0]?.content, warnings };
}

describe('plan, contents of other programs', () => {
  test.each([
    ['its data', { file_data: 'data:application/pdf;base64,JVBERi0=' }, 'JVBERi0='],
    ['an address', { file_url: 'https://example.com/a.pdf' }, 'https://example.com/a.pdf'],
    ['an id', { file_id: 'file-1' }, 'file-1'],
  ])('a file of the Responses API with %s -> a file', async (_name, source, data) => {
    const { content, warnings } = await planContent({ type: 'input_file', filename: 'a.pdf', ...source });
    expect(content).toMatchObject([{ type: 'file', data, filename: 'a.pdf' }]);
    expect(warnings).toEqual([]);
  });

  test('a search result and a document of blocks -> their texts and pictures', async () => {
    const { content, warnings } = await planContent(
      { type: 'search_result', source: 'https://a.example', title: 'A', content: [text('Found.')] },
      {
        type: 'document',
        title: 'B',
        source: {
          type: 'content',
          content: [
            text('Read.'),
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: SMALL_PNG } },
          ],
        },
      },
      { type: 'document', source: { type: 'content', content: 'Bare.' } },
    );
    expect(content).toEqual([
      text('A\nhttps://a.example'),
      text('Found.'),
      text('B'),
      text('Read.'),
      PICTURE,
      text('Bare.'),
    ]);
    expect(warnings).toEqual([]);
  });

  test('a search result in the result of a tool -> its texts', async () => {
    const messages = [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'search', input: {} }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: [
              { type: 'search_result', source: 'https://a.example', title: 'A', content: [text('Found.')] },
            ],
          },
        ],
      },
    ];
    const plan = await planOne([{ model: MODEL, messages }]);
    expect(plan.messages[2]?.content).toMatchObject([
      { output: { type: 'content', value: [text('A\nhttps://a.example'), text('Found.')] } },
    ]);
    expect(plan.warnings).toEqual([]);
  });

  test('contents that cannot be read -> a warning for each, in plan and count', async () => {
    const answer = {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
        PICTURE,
        text('Found.'),
      ],
    };
    const asked = { role: 'user', content: [text('Look'), { type: 'input_image' }, { type: 'input_file' }] };
    const empty = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'image' }] }] },
    ];
    const { warnings } = await planOne([{ model: MODEL, messages: [asked, answer, asked, ...empty] }]);
    expect(warnings).toEqual([
      'Message 0 has a picture without its content, which is omitted',
      'Message 0 has a file without its content, which is omitted',
      "Message 1 has a 'server_tool_use', which the provider ran itself: it is omitted",
      "Message 1 has a 'web_search_tool_result', which the provider ran itself: it is omitted",
      "Message 1 has a picture that is not a user's, which is omitted",
      'Message 2 has a picture without its content, which is omitted',
      'Message 2 has a file without its content, which is omitted',
      'Message 4 has a tool result with a picture without its content, which is omitted',
    ]);
    const { counts } = await runCount([answer]);
    expect(counts[0]?.['warnings']).toHaveLength(3);
  });

  test('uploads and pictures in an export of ChatGPT -> the picture of a user stays, the others are reported', async () => {
    const pointer = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1' };
    const node = (id: string, parent: string | null, message: object) => ({ [id]: { id, parent, message } });
    const record = {
      current_node: 'u2',
      mapping: {
        ...node('u1', null, {
          author: { role: 'user' },
          content: { content_type: 'multimodal_text', parts: [pointer, 'Read this'] },
          metadata: {
            attachments: [
              { id: 'file-1', name: 'a.png', mime_type: 'image/png' },
              { id: 'file-2', name: 'a.pdf', mime_type: 'application/pdf' },
            ],
          },
        }),
        ...node('a1', 'u1', {
          author: { role: 'assistant' },
          recipient: 'dalle.text2im',
          content: { content_type: 'code', text: '{}' },
        }),
        ...node('t1', 'a1', {
          author: { role: 'tool' },
          content: { content_type: 'multimodal_text', parts: [pointer] },
        }),
        ...node('u2', 't1', {
          author: { role: 'user' },
          content: { content_type: 'text', parts: ['Thanks'] },
        }),
      },
    };
    const plan = await planOne([record], { model: 'gpt-4o' });
    expect(plan.messages[0]?.content).toMatchObject([{ type: 'image' }, text('Read this')]);
    expect(plan.warnings).toEqual([
      'Omitted 1 upload, which the export does not contain, (line 1)',
      'Omitted 1 picture of a tool result (line 1)',
    ]);
  });

  test('pictures in both formats of OpenHands -> shown', async () => {
    const shown = [text('A page'), { type: 'image', image_urls: [DATA_URL] }];
    const call = { tool_name: 'browse', tool_call_id: 't1' };
    const events = [
      { id: 'e1', kind: 'MessageEvent', source: 'user', llm_message: { role: 'user', content: shown } },
      {
        id: 'e2',
        kind: 'ActionEvent',
        source: 'agent',
        ...call,
        thought: [],
        tool_call: { id: 't1', arguments: '{}' },
      },
      { id: 'e3', kind: 'ObservationEvent', source: 'environment', ...call, observation: { content: shown } },
    ];
    const output = { type: 'content', value: [text('A page'), { type: 'image-data', data: SMALL_PNG }] };
    const modern = await planOne(events, { model: MODEL });
    expect(modern.messages[0]?.content).toEqual([text('A page'), PICTURE]);
    expect(modern.messages[2]).toMatchObject({ role: 'tool', content: [{ output }] });
    expect(modern.warnings).toEqual([]);
    const older = await planOne(
      [
        { id: 1, source: 'user', action: 'message', args: { content: 'A page', image_urls: [DATA_URL] } },
        { id: 2, source: 'agent', action: 'browse', args: { url: 'x' } },
        {
          id: 3,
          source: 'agent',
          observation: 'browse',
          content: 'A page',
          cause: 2,
          extras: { image_urls: [DATA_URL], screenshot: DATA_URL },
        },
      ],
      { model: MODEL },
    );
    expect(older.messages[0]?.content).toEqual([text('A page'), PICTURE]);
    expect(older.messages[2]).toMatchObject({ role: 'tool', content: [{ output }] });
    expect(older.warnings).toEqual(['Omitted 1 picture of a browser (line 3)']);
  });
});
