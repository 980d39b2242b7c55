import type { ModelMessage } from '@ai-sdk/provider-utils';
import {
  listCalls,
  leave,
  replaceMessage,
  type ContextEntry,
  type LeftOut,
  type Stage,
} from '../message/entries.js';
import type { RequestForm } from '../grammar/request-template.js';
import { cleanMessage } from './clean-message.js';
import { repairUnits } from './repair-units.js';
import { settleThoughts } from './settle-thoughts.js';

export interface CleanEntriesInput extends RequestForm {
  entries: readonly ContextEntry[];
  turnStart?: number | undefined;
  isToolless: boolean;
  keepsReasoning?: ((index: number) => boolean) | undefined;
  countMessage: (message: ModelMessage) => number;
  onUnknownPart: (index: number, type: string) => void;
}

/** `turnStart` if there is no user message: all entries belong to the turn. */
export const NO_TURN = -1;

export function cleanEntries(input: CleanEntriesInput): Stage & { turnStart: number } {
  const { countMessage } = input;
  const left: LeftOut[] = [];
  const cleaned: ContextEntry[] = [];
  for (const entry of input.entries) {
    const clean = cleanOne(entry);
    const message = clean && isSeen(clean) ? clean : undefined;
    if (!message) leave(left, { ...entry, rule: 'hygiene' });
    else if (message === entry.message) cleaned.push(entry);
    else cleaned.push(replaceMessage(entry, message, { rule: 'hygiene', left, countMessage }));
  }
  const turnStart =
    input.turnStart ?? cleaned.findLast(({ message }) => message.role === 'user')?.index ?? NO_TURN;
  const { grammar, template } = input;
  const repaired = repairUnits({ entries: cleaned, turnStart, grammar, template, countMessage });
  const settled = settleThoughts(repaired.entries, { grammar, countMessage });
  return { entries: settled.entries, left: [...left, ...repaired.left, ...settled.left], turnStart };

  function isSeen(message: ModelMessage): boolean {
    return !input.isToolless || (message.role !== 'tool' && listCalls(message).length === 0);
  }

  function cleanOne({ index, message }: ContextEntry): ModelMessage | undefined {
    return cleanMessage(message, {
      keptThoughts: input.keepsReasoning?.(index) ? input.grammar : undefined,
      grammar: input.grammar,
      isPartial: true,
      onUnknownPart: (type) => input.onUnknownPart(index, type),
    });
  }
}
