import { Option } from 'commander';
import { FORMAT_NAMES, TRANSCRIPT_FORMATS } from '../../context/transcript/formats/transcript-formats.js';
import { FORMAT_CHOICES } from './read-transcripts.js';

/** The option of commands that read transcripts. */
export function formatOption(): Option {
  return new Option('--format <name>', 'the format of the input; default: detected').choices(FORMAT_CHOICES);
}

/** The formats of other programs for `--help`, one a line. */
export function listFormats(): string {
  return FORMAT_NAMES.map((name) => `  ${name.padEnd(12)} ${TRANSCRIPT_FORMATS[name].description}`).join(
    '\n',
  );
}
