import {
  CHAT_FIELDS,
  CONVERSATION_FIELDS,
  RESPONSE_FIELDS,
  type FieldTable,
  type FieldUse,
} from '../../packages/gateway/openai/requests/request-fields.js';

const INTRO =
  'How the gateway treats the fields of requests by [OpenAI-compatible clients](../gateway-openai.md#fields). Any ' +
  'other field is rejected.';

export function renderFields(): string {
  const tables = [
    ['Chat completion', CHAT_FIELDS],
    ['Response', RESPONSE_FIELDS],
    ['Conversation', CONVERSATION_FIELDS],
  ] as const;
  const sections = tables.map(([title, fields]) => `## ${title}\n\n${renderTable(fields)}`);
  return ['# Fields of OpenAI-compatible requests', INTRO, ...sections].join('\n\n') + '\n';
}

function renderTable(fields: FieldTable): string {
  const rows = new Map<string, string[]>();
  for (const [name, field] of Object.entries(fields)) {
    const treatment = describe(field);
    rows.set(treatment, [...(rows.get(treatment) ?? []), `\`${name}\``]);
  }
  const lines = [...rows].map(([treatment, names]) => `| ${names.join(', ')} | ${treatment} |`);
  return ['| fields | treatment |', '| --- | --- |', ...lines].join('\n');
}

function describe(field: FieldUse): string {
  return field.use === 'read' ? 'read' : `${field.use}: ${field.because}`;
}
