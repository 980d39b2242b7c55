import { nameSpeaker } from '../../../context/retrieval/render-passages.js';

/** A message, or a passage of one, as the history tools show it. */
export interface ShownMessage {
  seq: number;
  role: 'user' | 'assistant';
  /** The speaker's name, which only imported chats have. */
  name: string | null;
  at: Date;
  /** How many threads up it was said; default 0, in the model's own. */
  above?: number;
}

/** Writes the line above a message: its number, when it was said and by whom. */
export function describeMessage({ seq, role, name, at, above = 0 }: ShownMessage): string {
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  const place = above === 0 ? String(seq) : `${seq}, above: ${above}`;
  return `[${place}] ${when} ${nameSpeaker({ role, name })}`;
}
