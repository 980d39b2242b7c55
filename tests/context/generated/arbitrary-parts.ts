import fc from 'fast-check';
import { anyText, text, type TextDraft } from './arbitrary-text.js';
import { LARGE_PNG, SMALL_PNG } from './arbitrary-tool-call.js';

export type PartDraft = (tag: string) => unknown;

const textPart = anyText.map((draft): PartDraft => (tag) => ({ type: 'text', text: draft(tag) }));

const PICTURES: readonly unknown[] = [
  { type: 'image', image: SMALL_PNG },
  { type: 'image', image: LARGE_PNG, mediaType: 'image/png' },
  { type: 'image', image: 'https://example.com/a.png' },
  { type: 'image', image: `data:image/png;base64,${SMALL_PNG}` },
  { type: 'file', data: SMALL_PNG, mediaType: 'image/png' },
  { type: 'file', data: 'JVBERi0xLjQK', mediaType: 'application/pdf', filename: 'a.pdf' },
];
const STRANGE: readonly unknown[] = [
  null,
  7,
  'words beside parts',
  { type: 'video', url: 'https://example.com/a.mp4' },
  { type: 'image', image: '' },
  { type: 'image' },
  { type: 'file', mediaType: 'application/pdf' },
  { type: 'text' },
  { type: 'text', text: 7 },
  {},
];
const PROVIDER_PARTS: readonly unknown[] = [
  { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.com', title: 'A page' },
  {
    type: 'tool-call',
    toolCallId: 'srv_1',
    toolName: 'web_search',
    input: { query: 'q' },
    providerExecuted: true,
  },
  { type: 'tool-result', toolCallId: 'srv_1', toolName: 'web_search', output: { type: 'json', value: [] } },
  { type: 'server_tool_use', id: 'srv_2', name: 'web_search', input: {} },
  { type: 'web_search_tool_result', tool_use_id: 'srv_2', content: [] },
  { type: 'thinking', thinking: 'Let me see.', signature: 's' },
  { type: 'redacted_thinking', data: 'QUJD'.repeat(20) },
  { type: 'reasoning' },
  { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'call_1' },
  { type: 'text', text: 'As they say.', citations: [{ url: 'https://example.com' }] },
];
const MARKS: readonly unknown[] = [
  undefined,
  {},
  { anthropic: { signature: 's' } },
  { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'QUJD' } },
];

const constantPart = (parts: readonly unknown[]): fc.Arbitrary<PartDraft> =>
  fc.constantFrom(...parts).map((part) => () => part);

const reasoningPart = fc
  .tuple(text, fc.constantFrom(...MARKS))
  .map(([draft, providerOptions]: [TextDraft, unknown]): PartDraft => (tag) => ({
    type: 'reasoning',
    text: draft(tag),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  }));

export const userPart: fc.Arbitrary<PartDraft> = fc.oneof(
  { withCrossShrink: true },
  { weight: 6, arbitrary: textPart },
  { weight: 3, arbitrary: constantPart(PICTURES) },
  { weight: 1, arbitrary: constantPart(STRANGE) },
);

export const assistantPart: fc.Arbitrary<PartDraft> = fc.oneof(
  { withCrossShrink: true },
  { weight: 6, arbitrary: textPart },
  { weight: 2, arbitrary: reasoningPart },
  { weight: 2, arbitrary: constantPart(PROVIDER_PARTS) },
  { weight: 1, arbitrary: constantPart(STRANGE) },
);
