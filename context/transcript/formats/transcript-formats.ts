import { chatgpt } from './chatgpt.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { openhands } from './openhands.js';
import { pi } from './pi.js';
import { sharegpt } from './sharegpt.js';
import type { Loose, TranscriptFormat } from './transcript-format.js';

/** The formats of other programs, in the order in which a record is tried. */
export const TRANSCRIPT_FORMATS = {
  chatgpt,
  'claude-code': claudeCode,
  codex,
  pi,
  openhands,
  sharegpt,
} as const satisfies Readonly<Record<string, TranscriptFormat>>;

export type FormatName = keyof typeof TRANSCRIPT_FORMATS;

// Object.keys loses the literal types of the table's names.
export const FORMAT_NAMES = Object.keys(TRANSCRIPT_FORMATS) as FormatName[];

/** Finds the format of a record by its fields; absent when no format has such a record. */
export function detectFormat(record: Loose): FormatName | undefined {
  return FORMAT_NAMES.find((name) => TRANSCRIPT_FORMATS[name].recognizes(record));
}
