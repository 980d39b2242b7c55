import {
  detectFormat,
  FORMAT_NAMES,
  TRANSCRIPT_FORMATS,
  type FormatName,
} from '../../context/transcript/formats/transcript-formats.js';
import {
  isLoose,
  type ForeignTranscript,
  type Loose,
  type TranscriptReader,
} from '../../context/transcript/formats/transcript-format.js';
import { describeError } from '../program/describe-error.js';
import type { JsonLines } from './json-lines.js';

const OWN_FORMAT = 'lines';
export const FORMAT_CHOICES = [OWN_FORMAT, ...FORMAT_NAMES];

export interface ReadTranscripts {
  format?: string | undefined;
  ownFields: readonly string[];
  handleOwn: (value: unknown) => object;
  handleForeign: (transcript: ForeignTranscript & { format: FormatName }) => object;
}

export function readTranscripts(how: ReadTranscripts): Required<Pick<JsonLines, 'handle' | 'finish'>> {
  const named = FORMAT_NAMES.find((name) => name === how.format);
  let open = named && openFormat(named);
  const toResult = (transcript: ForeignTranscript | undefined): object | undefined =>
    open && transcript && how.handleForeign({ ...transcript, format: open.name });
  return {
    handle(value, line) {
      if (!open && how.format !== OWN_FORMAT && isForeign(value, how)) {
        const found = detectFormat(value);
        if (!found) return handleUnknown(value, how);
        open = openFormat(found);
      }
      if (!open) return how.handleOwn(value);
      if (!isLoose(value)) throw new Error(`Line ${line} is not an object, as in the format '${open.name}'`);
      return toResult(open.reader.add(value, line));
    },
    finish: () => toResult(open?.reader.end()),
  };
}

function openFormat(name: FormatName): { name: FormatName; reader: TranscriptReader } {
  return { name, reader: TRANSCRIPT_FORMATS[name].open() };
}

function isForeign(value: unknown, { ownFields }: ReadTranscripts): value is Loose {
  return isLoose(value) && !ownFields.some((name) => name in value);
}

function handleUnknown(value: Loose, { handleOwn }: ReadTranscripts): object {
  try {
    return handleOwn(value);
  } catch (error) {
    const fields = Object.keys(value)
      .slice(0, 5)
      .map((name) => `'${name.slice(0, 40).toWellFormed()}'`);
    if (fields.length === 0) throw error;
    throw new Error(
      `${describeError(error)}. No known format has the fields ${fields.join(', ')}: known formats are ${FORMAT_CHOICES.join(', ')}`,
      { cause: error },
    );
  }
}
