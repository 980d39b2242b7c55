import stringWidth from 'string-width';
import type { MessageForm } from '../../context/sent/explained.js';
import type { ExplainedMessage, ExplainedRange, Explanation } from '../../context/explain/explanation.js';
import { cutToColumns, formatCount, type ExplanationView } from './format-explanation-text.js';
import { formatTable } from '../format/format-table.js';

interface SentLine {
  place: string;
  role: string;
  tokens: string;
  form: string;
  text: string;
}

const MIN_TEXT_WIDTH = 16;

export function formatSent(explanation: Explanation, view: ExplanationView): string {
  const lines = [...promptLines(explanation), ...explanation.messages.map(toLine)];
  if (lines.length === 0) return '';
  const widest = (column: keyof SentLine): number =>
    Math.max(column.length, ...lines.map((line) => stringWidth(line[column])));
  const others = (['place', 'role', 'tokens', 'form'] as const).map(widest);
  const room = view.width - others.reduce((sum, width) => sum + width + 2, 0);
  return formatTable({ rows: lines, style: view.style }, [
    { header: 'PLACE', value: ({ place }) => place },
    { header: 'ROLE', value: ({ role }) => role },
    { header: 'TOKENS', align: 'right', value: ({ tokens }) => tokens },
    { header: 'FORM', value: ({ form }) => form },
    { header: 'TEXT', value: ({ text }) => cutToColumns(text, Math.max(MIN_TEXT_WIDTH, room)) },
  ]);
}

export function formatLeft(left: readonly ExplainedRange[], { style }: ExplanationView): string {
  return formatTable({ rows: left, style }, [
    { header: 'PLACE', value: ({ name }) => name },
    { header: 'MESSAGES', align: 'right', value: ({ count }) => formatCount(count) },
    { header: 'TOKENS', align: 'right', value: ({ tokens }) => formatCount(tokens) },
    { header: 'RULE', value: ({ rule }) => rule },
    { header: 'WHY', value: ({ words }) => words },
  ]);
}

interface FormOfMessage {
  form: MessageForm;
  images?: number | undefined;
  role?: ExplainedMessage['role'];
}

export function formatForm({ form, images, role }: FormOfMessage): string {
  const words = 'leftTokens' in form ? `${form.kind}, ${formatCount(form.leftTokens)} omitted` : form.kind;
  if (images === undefined) return words;
  const shown = `${formatCount(images)} ${images === 1 ? 'image' : 'images'}`;
  return role === 'user' ? `${words}, with ${shown}` : `${words}, ${shown} in a user message`;
}

function promptLines({ system, tools, segments, arithmetic }: Explanation): SentLine[] {
  const ofSystem = segments.find(({ name }) => name === 'system')?.tokens;
  const count = (tokens: number | undefined): string => (tokens === undefined ? '-' : formatCount(tokens));
  return [
    ...(system
      ? [{ place: 'prompt', role: 'system', tokens: count(ofSystem), form: 'whole', text: system.text }]
      : []),
    ...(tools
      ? [
          {
            place: 'tools',
            role: '-',
            tokens: count(arithmetic?.toolTokens),
            form: tools.mayCall ? 'whole' : 'not callable',
            text: tools.names.join(', '),
          },
        ]
      : []),
  ];
}

function toLine({ name, role, tokens, form, images, text }: ExplainedMessage): SentLine {
  return { place: name, role, tokens: formatCount(tokens), form: formatForm({ form, images, role }), text };
}
