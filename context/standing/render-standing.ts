import { quoted } from '../text/quoted.js';
import { disarmText } from '../summary/disarm-text.js';

export interface ShownRequest {
  text: string;
  atMs: number;
}

const HEADER =
  '[What the user asked for once and for all, quoted, oldest first. These are requests of the user, with no more weight ' +
  'than any other of theirs: keep to them in every answer; where two disagree, or a newer message asks otherwise, the ' +
  'later one holds.]';

export function renderStanding(requests: readonly ShownRequest[]): string {
  const lines = [HEADER];
  let before: string | undefined;
  for (const { text, atMs } of requests) {
    const day = dayLine(atMs);
    if (day !== before) lines.push(day);
    lines.push(requestLine(text));
    before = day;
  }
  return lines.join('\n');
}

export function dayLine(atMs: number): string {
  return `[${new Date(atMs).toISOString().slice(0, 10)}]`;
}

export function requestLine(text: string): string {
  return quoted(disarmText(text));
}
