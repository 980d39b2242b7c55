import type { FlatThreadMessage } from '../../client/threads/read-threads.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

/** Formats the messages of a conversation and its threads as one list, those of threads indented. */
export function formatFlat(messages: readonly FlatThreadMessage[], style: Style): string {
  if (messages.length === 0) return 'Nothing was said yet';
  return messages
    .map(({ position, role, text, depth, threadId, seq }) => {
      const lead = '│ '.repeat(depth);
      const where = threadId === null ? `#${seq}` : `#${seq} in ${oneLine(threadId)}`;
      const head = `${style.dim(String(position))} ${role === 'user' ? style.cyan(role) : style.green(role)} ${style.dim(where)}`;
      return [head, ...printable(text).replace(/\n+$/, '').split('\n')].map((line) => lead + line).join('\n');
    })
    .join('\n\n');
}
