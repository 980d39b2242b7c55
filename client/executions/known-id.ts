import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../context/text/canonical-json.js';
import { contentHash } from '../../context/text/content-hash.js';
import { typedText } from '../../context/message/typed-text.js';
import { wellFormed } from '../../context/text/well-formed.js';
import { toStorable } from '../../flow/values/to-storable.js';
import type { RerunFrom } from '../../protocol/messages.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import { fileOfPart, isWords, readUploadReference, type MessagePart } from '../../protocol/message-parts.js';
import type { StartedExecution } from '../../store/execution/find-started.js';
import { ThreadlineError } from '../threadline-error.js';

/** A second start with the same id must repeat these. */
export interface StartFacts {
  id: string;
  user: string | undefined;
  flow: string;
  version?: number | undefined;
  isAnyFlow?: boolean | undefined;
  text: string;
  parts?: readonly MessagePart[] | undefined;
  /** The beginning may have grown. */
  textEnd?: string | undefined;
  data?: unknown;
  output?: JsonSchema | undefined;
  trigger?: string | undefined;
  rerun?: RerunFrom | undefined;
}

export function checkKnownId(known: StartedExecution, start: StartFacts): void {
  if (known.user !== (start.user ?? null))
    throw new ThreadlineError(
      'Execution.IdTaken',
      `Execution id '${shorten(start.id)}' belongs to another owner: use another id`,
    );
  const difference = findDifference(known, start);
  if (difference) throw reusedId(start.id, difference);
}

export function reusedId(id: string, difference: string): ThreadlineError {
  return new ThreadlineError(
    'Turn.Conflict',
    `Execution id '${shorten(id)}' was used with another ${difference}: send this input under a new id`,
  );
}

const shorten = (id: string): string => id.slice(0, 80);

export function hashStart({ flow, version, text, parts, data, output, trigger, rerun }: StartFacts): string {
  // Each start stores the text under a new reference.
  const content = parts?.map((part) =>
    isWords(part) && part.textRef !== undefined ? { type: part.type } : part,
  );
  return contentHash(
    canonicalJson([
      flow,
      version,
      wellFormed(text),
      content,
      toStoredData(data),
      output,
      trigger,
      ...(rerun ? [rerun] : []),
    ]),
  );
}

function findDifference(known: StartedExecution, start: StartFacts): string | undefined {
  if (known.flow !== start.flow && !start.isAnyFlow) return 'flow';
  if (start.version !== undefined && known.version !== start.version) return 'version';
  if (!hasText(known, start)) return 'text';
  if (!hasFiles(known, start)) return 'file';
  if (known.trigger !== (start.trigger ?? null)) return 'trigger';
  if (!isDeepStrictEqual(known.data ?? null, toStoredData(start.data))) return 'data';
  return isDeepStrictEqual(known.output, start.output ?? null) ? undefined : 'output';
}

function toStoredData(data: unknown): unknown {
  return data === undefined ? null : toStorable(JSON.parse(JSON.stringify(data)));
}

function hasText({ input: stored, attachments }: StartedExecution, start: StartFacts): boolean {
  const { text, textEnd, parts } = start;
  const input = stored ?? '';
  if (parts) return hasTexts(typedText(input, attachments ?? []), parts);
  return textEnd === undefined ? input === wellFormed(text) : input.endsWith(wellFormed(textEnd));
}

/** Texts sent by reference are not compared. */
function hasTexts(typed: string, parts: readonly MessagePart[]): boolean {
  const texts = parts.filter((part) => part.type === 'text');
  if (texts.some(({ textRef }) => textRef !== undefined)) return true;
  const content = texts.map(({ text = '' }) => wellFormed(text)).filter((text) => text.trim() !== '');
  return typed === content.join('\n');
}

function hasFiles({ attachments }: StartedExecution, { parts = [] }: StartFacts): boolean {
  const sent = parts.flatMap((part) => (isWords(part) ? [] : [readUploadReference(fileOfPart(part).source)]));
  return isDeepStrictEqual(
    (attachments ?? []).map(({ hash }) => hash),
    sent,
  );
}
