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

/** The format of our own lines, beside those of other programs. */
const OWN_FORMAT = 'lines';
export const FORMAT_CHOICES = [OWN_FORMAT, ...FORMAT_NAMES];

/** How a command treats what it reads. */
export interface ReadTranscripts {
  /** One of `FORMAT_CHOICES`; absent: the first record that one of them has decides. */
  format?: string | undefined;
  /** Fields of which a record of the command's own form has one. */
  ownFields: readonly string[];
  /** Makes the result of a record of the command's own form. */
  handleOwn: (value: unknown) => object;
  /** Makes the result of another program's transcript. */
  handleForeign: (transcript: ForeignTranscript & { format: FormatName }) => object;
}

/** Makes the functions that handle the records of one input, in whichever format they are. */
export function readTranscripts(how: ReadTranscripts): Required<Pick<JsonLines, 'handle' | 'finish'>> {
  const named = FORMAT_NAMES.find((name) => name === how.format);
  let open = named && openFormat(named);
  const toResult = (transcript: ForeignTranscript | undefined): object | undefined =>
    open && transcript && how.handleForeign({ ...transcript, format: open.name });
  return {
    handle(value, line) {
      if (open === undefined && how.format !== OWN_FORMAT && isForeign(value, how)) {
        const found = detectFormat(value);
        if (found === undefined) return handleUnknown(value, how);
        open = openFormat(found);
      }
      if (open === undefined) return how.handleOwn(value);
      if (!isLoose(value)) throw new Error(`Line ${line} is not an object, as in the format '${open.name}'`);
      return toResult(open.reader.add(value, line));
    },
    finish: () => toResult(open?.reader.end()),
  };
}

function openFormat(name: FormatName): { name: FormatName; reader: TranscriptReader } {
  return { name, reader: TRANSCRIPT_FORMATS[name].open() };
}

/** Whether a record may be of another program. */
function isForeign(value: unknown, { ownFields }: ReadTranscripts): value is Loose {
  return isLoose(value) && !ownFields.some((name) => name in value);
}

/** A record of no format is one of ours with a mistake, or one that nobody reads: the error names both. */
function handleUnknown(value: Loose, { handleOwn }: ReadTranscripts): object {
  try {
    return handleOwn(value);
  } catch (error) {
    const fields = Object.keys(value)
      .slice(0, 5)
      .map((name) => `'${name.slice(0, 40).toWellFormed()}'`);
    if (fields.length === 0) throw error;
    throw new Error(
      `${describeError(error)}. No format is known with the fields ${fields.join(', ')}: known are ${FORMAT_CHOICES.join(', ')}`,
      { cause: error },
    );
  }
}
