import type { ToolNote } from '../../store/calls/tool-progress.js';
import type { TurnEvent } from './stream-events.js';

/** Events of the tool calls that say something else than before; remembers what a reader has been told. */
export function createNoteTeller(): (notes: readonly ToolNote[], id: string) => TurnEvent[] {
  const told = new Map<string, string>();
  return (notes, id) =>
    notes.flatMap((note) => {
      if (told.get(note.call) === note.text) return [];
      told.set(note.call, note.text);
      return [{ type: 'tool-progress' as const, id, ...note }];
    });
}
