import { listPictures, type Attachment } from '../message/attachment.js';
import type { ContextEntry } from '../message/entries.js';
import { replaceLongText } from '../plan/replace-long-text.js';
import { cleanMessage } from '../hygiene/clean-message.js';
import type { LeftRange } from '../message/left.js';
import { scaleTokens } from '../text/counters.js';
import { BROKEN_OFF, markBrokenOff } from '../message/broken-off.js';
import type { MessageReference } from '../sent/sent-kinds.js';
import { toTraceMessage } from '../sent/sources.js';
import type { CallRows, Instruction, RowCounters, StepRow, RawMessage } from './call-rows.js';

export interface RenderedRows {
  entries: readonly ContextEntry[];
  references: readonly MessageReference[];
  turnStart: number;
  instruction: number | undefined;
  placeholders: ReadonlyMap<number, string>;
  pictures: ReadonlyMap<number, readonly Attachment[]>;
  left: readonly LeftRange[];
}

/** Without this note, a call whose last message is an earlier answer would ask for nothing. */
const ANSWERS_NOTE =
  'The answers above are those of earlier steps of this flow. Go on from them with your own part.';

export function renderRows(rows: CallRows, counters: RowCounters): RenderedRows {
  const renderer = new RowRenderer(rows, counters);
  for (const row of rows.window?.rows ?? []) {
    renderer.addBrokenCalls(row.seq);
    renderer.addThreadMessage(row);
  }
  renderer.addBrokenCalls(Infinity);
  renderer.addQuestion();
  const turnStart = renderer.entries.length - 1;
  renderer.addAnswers();
  for (const row of rows.steps) {
    renderer.addInstructions(row.step);
    renderer.addStep(row);
  }
  renderer.addInstructions(rows.step);
  const { entries, references, instruction, placeholders, pictures, left } = renderer;
  return { entries, references, turnStart, instruction, placeholders, pictures, left };
}

export function readQuestion({ entries, turnStart }: Pick<RenderedRows, 'entries' | 'turnStart'>): string {
  const content = entries[turnStart]?.message.content;
  return typeof content === 'string' ? content : '';
}

class RowRenderer {
  readonly entries: ContextEntry[] = [];
  readonly references: MessageReference[] = [];
  readonly placeholders = new Map<number, string>();
  readonly pictures = new Map<number, readonly Attachment[]>();
  readonly left: LeftRange[] = [];
  instruction: number | undefined;
  readonly #rows: CallRows;
  readonly #counters: RowCounters;
  readonly #waiting: Instruction[];
  readonly #brokenCalls: { seq: number; text: string }[];

  constructor(rows: CallRows, counters: RowCounters) {
    this.#rows = rows;
    this.#counters = counters;
    this.#brokenCalls = [...(rows.window?.brokenCalls ?? [])];
    const { node, compaction } = rows;
    const throughStep = compaction?.throughStep ?? node.base;
    // A summary covers the earlier instructions, except the running one.
    this.#waiting = (node.instructions?.entries ?? []).filter(
      ({ beforeStep, isRunning }) => isRunning || beforeStep > throughStep,
    );
  }

  addThreadMessage(row: RawMessage): void {
    const { seq, role, content, characters, tokens, isIndexed } = row;
    const { execution, node } = this.#rows;
    const reference = { from: 'conversation', seq } as const;
    const placeholder =
      seq === execution.currentSeq
        ? undefined
        : replaceLongText({
            characters,
            beginning: content,
            messageCharacters: node.history.messageCharacters,
            isIndexed: isIndexed && node.history.retrieval !== undefined,
          });
    if (placeholder === undefined)
      return row.isPartial === true ? this.#addPartial(row) : this.#addWhole(row);
    const message = {
      role,
      content: row.isPartial === true ? markBrokenOff(placeholder, BROKEN_OFF) : placeholder,
    };
    const sent = this.#counters.countMessage(message);
    this.placeholders.set(this.entries.length, message.content);
    this.#append(message, { tokens: sent, reference });
    const leftTokens = this.#scale(tokens) - this.#scale(sent);
    const range = { first: seq, last: seq, count: 1, tokens: leftTokens, rule: 'placeholder' } as const;
    this.left.push({ from: 'conversation', ...range });
  }

  addBrokenCalls(before: number): void {
    for (let next = this.#brokenCalls[0]; next && next.seq < before; next = this.#brokenCalls[0]) {
      this.#addOwn(next.text, { from: 'broken-calls', ...next });
      this.#brokenCalls.shift();
    }
  }

  #addWhole({ seq, role, content, tokens, attachments }: RawMessage): void {
    const pictures = this.#hold(attachments);
    const shown = pictures.reduce((sum, picture) => sum + picture.tokens, 0);
    this.#addStored({ role, content }, { tokens: tokens - shown, reference: { from: 'conversation', seq } });
  }

  #addPartial({ seq, role, content }: RawMessage): void {
    const message = { role, content: markBrokenOff(content, BROKEN_OFF) };
    const tokens = this.#counters.countMessage(message);
    this.#append(message, { tokens, reference: { from: 'conversation', seq, mark: BROKEN_OFF } });
  }

  #hold(attachments: readonly Attachment[] | null | undefined): readonly Attachment[] {
    const pictures = listPictures(attachments ?? []);
    if (pictures.length > 0) this.pictures.set(this.entries.length, pictures);
    return pictures;
  }

  addQuestion(): void {
    const { execution, node } = this.#rows;
    if (node.prompt !== undefined) this.#addOwn(node.prompt, { from: 'prompt', text: node.prompt });
    else if (execution.currentSeq === null) {
      this.#hold(execution.attachments);
      this.#addOwn(execution.input ?? '', { from: 'input' });
    }
  }

  addAnswers(): void {
    const { node, compaction } = this.#rows;
    // If a summary covers this node's steps, it covers the answers, too.
    if (compaction?.summary || node.answers.length === 0) return;
    for (const { text, tokens, step } of node.answers)
      this.#addStored({ role: 'assistant', content: text }, { tokens, reference: { from: 'answers', step } });
    this.#addOwn(ANSWERS_NOTE, { from: 'aside', text: ANSWERS_NOTE });
  }

  addInstructions(step: number): void {
    for (let next = this.#waiting[0]; next && next.beforeStep <= step; next = this.#waiting[0]) {
      if (next.isRunning) this.instruction = this.entries.length;
      this.#addOwn(next.text, { from: next.joins === true ? 'joined' : 'aside', text: next.text });
      this.#waiting.shift();
    }
  }

  addStep(row: StepRow): void {
    const { step, ordinal, tokens } = row;
    const message = cleanMessage(toTraceMessage(row), { keptThoughts: 'marked' });
    if (message) this.#addStored(message, { tokens, reference: { from: 'trace', step, ordinal } });
  }

  #addOwn(text: string, reference: MessageReference): void {
    const message = { role: 'user', content: text } as const;
    this.#append(message, { tokens: this.#counters.countMessage(message), reference });
  }

  #addStored(
    message: ContextEntry['message'],
    { tokens, reference }: { tokens: number; reference: MessageReference },
  ): void {
    this.#append(message, { tokens: tokens + this.#counters.weighMessage(message), reference });
  }

  #append(
    message: ContextEntry['message'],
    { tokens, reference }: { tokens: number; reference: MessageReference },
  ): void {
    this.entries.push({ index: this.entries.length, message, tokens: this.#scale(tokens) });
    this.references.push(reference);
  }

  #scale(tokens: number): number {
    return scaleTokens(tokens, this.#counters.tokenFactor);
  }
}
