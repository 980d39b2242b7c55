import { chatgpt } from './chatgpt.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { openhands } from './openhands.js';
import { pi } from './pi.js';
import { sharegpt } from './sharegpt.js';
import type { Loose, TranscriptFormat } from './transcript-format.js';

/** Tried in this order. */
export const TRANSCRIPT_FORMATS = {
  chatgpt,
  'claude-code': claudeCode,
  codex,
  pi,
  openhands,
  sharegpt,
} as const satisfies Readonly<Record<string, TranscriptFormat>>;

export type FormatName = keyof typeof TRANSCRIPT_FORMATS;

export const FORMAT_NAMES = Object.keys(TRANSCRIPT_FORMATS) as FormatName[];

export function detectFormat(record: Loose): FormatName | undefined {
  return FORMAT_NAMES.find((name) => TRANSCRIPT_FORMATS[name].recognizes(record));
}
