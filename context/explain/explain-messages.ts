import type { SentPassages, SentPointer } from '../manifest.js';
import { scaleTokens } from '../planning-tools.js';
import type { ExplainRows, ThreadBeginning, TraceBeginning } from './explain-rows.js';
import type { ExplainedMessage, MessageForm } from './explanation.js';
import { namePlace } from './name-place.js';
import type { ReadableItem, ReadableManifest } from './read-manifest.js';
import { traceBeginning } from './trace-beginning.js';

/** The messages that one item of a manifest sends, with their tokens; rows that are gone are left away. */
export function explainMessages(
  item: ReadableItem,
  { manifest, rows }: { manifest: ReadableManifest; rows: ExplainRows },
): ExplainedMessage[] {
  const { tokenFactor } = manifest;
  switch (item.from) {
    case 'conversation':
      return rows.thread
        .filter(({ seq }) => seq >= item.first && seq <= item.last)
        .map((row) => toThreadMessage(row, item));
    case 'trace':
      return (
        rows.trace
          .filter(({ step }) => step >= item.first && step <= item.last)
          // What costs nothing, not even the marks around a message, is not sent: hygiene left nothing of it.
          .filter(({ tokens }) => tokens > 0)
          .map(toTraceMessage)
      );
    case 'input': {
      const { cut, tokens = 0 } = item;
      const form: MessageForm = cut ? { kind: 'cut', leftTokens: leftOfInput() } : { kind: 'whole' };
      const text = cut ? rows.input.slice(0, cut.head) : rows.input;
      return [named({ place: { from: 'input' }, role: 'user', tokens, form, text })];
    }
    case 'compaction': {
      const known = rows.compactions.find(({ step }) => step === item.step);
      const { firstSeq = null, throughSeq = null, throughStep = 0, hasTouched = false } = known ?? {};
      const place = {
        ...({ from: item.from, step: item.step, firstSeq, throughSeq, throughStep } as const),
        ...(hasTouched && { hasTouched }),
      };
      return [named({ place, role: 'system', ...whole(item) })];
    }
    case 'summary': {
      const known = rows.summaries.find(({ ordinal }) => ordinal === item.ordinal);
      const { from, ordinal, coversThrough, tokens } = item;
      const place = { from, ordinal, coversFrom: known?.coversFrom ?? 1, coversThrough } as const;
      const text = item.text === undefined ? known?.text : rows.texts.get(item.text);
      return [named({ place, role: 'system', tokens, form: { kind: 'whole' }, text: text ?? '' })];
    }
    case 'passages':
      return item.passages.flatMap(toPassage);
    case 'ancestor':
    case 'anchor':
    case 'directive':
      return [named({ place: { from: item.from }, role: 'system', ...whole(item) })];
    case 'answers':
      return item.steps.flatMap((step) =>
        rows.trace.filter((row) => row.step === step && row.ordinal === 0).map(toAnswer),
      );
    case 'prompt':
    case 'aside':
    case 'opening':
    case 'note':
      return [named({ place: { from: item.from }, role: 'user', ...whole(item) })];
  }

  function toThreadMessage(
    { seq, role, tokens: plain, text }: ThreadBeginning,
    { first, last, tokens, cut }: Extract<ReadableItem, { from: 'conversation' }>,
  ): ExplainedMessage {
    const stored = scaleTokens(plain, tokenFactor);
    const placeholder = manifest.placeholders.find((one) => one.seq === seq);
    if (placeholder !== undefined)
      return named({
        ...{ place: { from: 'conversation', seq }, role, tokens: placeholder.tokens },
        form: { kind: 'placeholder', leftTokens: stored - placeholder.tokens },
        text: rows.texts.get(placeholder.text) ?? text,
      });
    const sent = first === last ? (tokens ?? stored) : stored;
    return named({
      ...{ place: { from: 'conversation', seq }, role, tokens: sent },
      form: cut ? { kind: 'cut', leftTokens: Math.max(0, stored - sent) } : { kind: 'whole' },
      text: cut ? text.slice(0, cut.head) : text,
    });
  }

  function toPassage(passage: SentPassages['passages'][number]): ExplainedMessage[] {
    const [seq, start] = typeof passage === 'number' ? [passage] : passage;
    const row = rows.thread.find((one) => one.seq === seq);
    if (row === undefined) return [];
    return [
      named({
        ...{ place: { from: 'passage', seq, isPart: start !== undefined }, role: row.role },
        ...{ tokens: scaleTokens(row.tokens, tokenFactor), form: { kind: 'whole' }, text: row.text },
      }),
    ];
  }

  function toAnswer({ step, tokens, parts }: TraceBeginning): ExplainedMessage {
    return named({
      ...{ place: { from: 'answer', step }, role: 'assistant', tokens: scaleTokens(tokens, tokenFactor) },
      ...{ form: { kind: 'whole' }, text: traceBeginning(parts.filter(({ type }) => type === 'text')) },
    });
  }

  function toTraceMessage(row: TraceBeginning): ExplainedMessage {
    const { step, ordinal, role } = row;
    const isOfRow = (one: SentPointer): boolean => one.step === step && one.ordinal === ordinal;
    const pointer = role === 'tool' ? manifest.pointers.find(isOfRow) : undefined;
    const stored = scaleTokens(row.tokens, tokenFactor);
    const spilled = scaleTokens(row.spilledTokens, tokenFactor);
    const tokens = pointer?.tokens ?? stored;
    const leftTokens = spilled + stored - tokens;
    const rule = pointer?.rule ?? 'spilled';
    return named({
      ...{ place: { from: 'trace', step, ordinal }, role, tokens },
      form: pointer || spilled > 0 ? { kind: 'pointer', leftTokens, rule } : { kind: 'whole' },
      text: (pointer && rows.texts.get(pointer.text)) ?? traceBeginning(row.parts),
    });
  }

  function leftOfInput(): number {
    return manifest.left
      .filter(({ from, rule }) => from === 'input' && rule === 'cut')
      .reduce((sum, { tokens }) => sum + tokens, 0);
  }

  function whole({ text, tokens }: { text: string; tokens: number }) {
    return { tokens, form: { kind: 'whole' } as const, text: rows.texts.get(text) ?? '' };
  }
}

function named(message: Omit<ExplainedMessage, 'name'>): ExplainedMessage {
  const { place, ...rest } = message;
  return { place, name: namePlace(place), ...rest };
}
