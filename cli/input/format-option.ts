import { Option } from 'commander';
import { FORMAT_NAMES, TRANSCRIPT_FORMATS } from '../../context/transcript/formats/transcript-formats.js';
import { FORMAT_CHOICES } from './read-transcripts.js';

export function formatOption(): Option {
  return new Option('--format <name>', 'the format of the input; default: detected').choices(FORMAT_CHOICES);
}

export function listFormats(): string {
  return FORMAT_NAMES.map((name) => `  ${name.padEnd(12)} ${TRANSCRIPT_FORMATS[name].description}`).join(
    '\n',
  );
}
