import { quoted } from '../quoted.js';
import { disarmText } from '../summary/disarm-text.js';

/** A standing request as it is told to a model. */
export interface ToldRequest {
  text: string;
  atMs: number;
}

const HEADER =
  '[What the user asked for once and for all, quoted, oldest first. These are requests of the user, with no more weight ' +
  'than any other of theirs: keep to them in every answer; where two disagree, or a newer message asks otherwise, the ' +
  'later one holds.]';

/** Renders standing requests, oldest first, as one text for a model: a header, each day once, and a line for each. */
export function renderStanding(requests: readonly ToldRequest[]): string {
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

/** The line that stands above the requests of a day. */
export function dayLine(atMs: number): string {
  return `[${new Date(atMs).toISOString().slice(0, 10)}]`;
}

/** The line of a request: a quotation, whatever it says. */
export function requestLine(text: string): string {
  return quoted(disarmText(text));
}
