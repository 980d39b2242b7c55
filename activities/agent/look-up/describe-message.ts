import { nameSpeaker } from '../../../context/retrieval/render-passages.js';

export interface ShownMessage {
  seq: number;
  role: 'user' | 'assistant';
  /** Only imported messages have a name. */
  name: string | null;
  at: Date;
  above?: number;
}

export function describeMessage({ seq, role, name, at, above = 0 }: ShownMessage): string {
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  const place = above === 0 ? String(seq) : `${seq}, above: ${above}`;
  return `[${place}] ${when} ${nameSpeaker({ role, name })}`;
}
