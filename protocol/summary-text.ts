import { utf8Length } from './ids.js';

const SUMMARY_CHARACTERS = 100;
/** Temporal allows 400 bytes. Encryption and payload fields take up to 150. */
const SUMMARY_BYTES = 240;

export function fitSummary(text: string): string {
  if (fits(text)) return text;
  let length = Math.min(text.length, SUMMARY_CHARACTERS) - 1;
  while (!fits(cutAt(text, length))) length -= 1;
  return cutAt(text, length);
}

function cutAt(text: string, length: number): string {
  return `${text.slice(0, length).toWellFormed()}…`;
}

function fits(text: string): boolean {
  return text.length <= SUMMARY_CHARACTERS && utf8Length(JSON.stringify(text)) <= SUMMARY_BYTES;
}
