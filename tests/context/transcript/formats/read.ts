import {
  TRANSCRIPT_FORMATS,
  detectFormat,
  type FormatName,
} from '../../../../context/transcript/formats/transcript-formats.js';
import type { ForeignTranscript, Loose } from '../../../../context/transcript/formats/transcript-format.js';

export function readRecords(name: FormatName, records: readonly Loose[]): ForeignTranscript[] {
  const detected = records.map(detectFormat).find(Boolean);
  if (detected !== name) throw new Error(`Detected '${String(detected)}'`);
  const reader = TRANSCRIPT_FORMATS[name].open();
  const transcripts = records.map((record, at) => reader.add(record, at + 1));
  return [...transcripts, reader.end()].filter((one) => one !== undefined);
}

export function messagesOf([transcript]: readonly ForeignTranscript[]): unknown[] {
  return (transcript?.messages ?? []).map(({ message }) => message);
}
