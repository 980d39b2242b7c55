import type { Key } from 'node:readline';
import type { Place } from './draft.js';

export type KeyAction =
  | { kind: 'move'; to: Place }
  | { kind: 'delete'; to: Place }
  | { kind: 'line'; by: -1 | 1 }
  | { kind: 'enter' | 'new-line' | 'yank' | 'undo' | 'interrupt' | 'end' | 'suspend' | 'clear-screen' };

/** By Node's names, with readline's Emacs keys. */
const ACTIONS: Readonly<Record<string, KeyAction>> = {
  return: { kind: 'enter' },
  enter: { kind: 'enter' },
  'meta+return': { kind: 'new-line' },
  'meta+enter': { kind: 'new-line' },
  // Two encodings of Shift-Enter.
  '\u001b[13;2u': { kind: 'new-line' },
  '\u001b[27;2;13~': { kind: 'new-line' },
  up: { kind: 'line', by: -1 },
  'ctrl+p': { kind: 'line', by: -1 },
  down: { kind: 'line', by: 1 },
  'ctrl+n': { kind: 'line', by: 1 },
  left: { kind: 'move', to: 'left' },
  'ctrl+b': { kind: 'move', to: 'left' },
  right: { kind: 'move', to: 'right' },
  'ctrl+f': { kind: 'move', to: 'right' },
  'ctrl+left': { kind: 'move', to: 'word-left' },
  'meta+left': { kind: 'move', to: 'word-left' },
  'meta+b': { kind: 'move', to: 'word-left' },
  'ctrl+right': { kind: 'move', to: 'word-right' },
  'meta+right': { kind: 'move', to: 'word-right' },
  'meta+f': { kind: 'move', to: 'word-right' },
  home: { kind: 'move', to: 'line-start' },
  'ctrl+a': { kind: 'move', to: 'line-start' },
  end: { kind: 'move', to: 'line-end' },
  'ctrl+e': { kind: 'move', to: 'line-end' },
  'ctrl+home': { kind: 'move', to: 'text-start' },
  'ctrl+end': { kind: 'move', to: 'text-end' },
  backspace: { kind: 'delete', to: 'left' },
  'ctrl+h': { kind: 'delete', to: 'left' },
  delete: { kind: 'delete', to: 'right' },
  'ctrl+w': { kind: 'delete', to: 'word-left' },
  'meta+backspace': { kind: 'delete', to: 'word-left' },
  'ctrl+backspace': { kind: 'delete', to: 'word-left' },
  'meta+d': { kind: 'delete', to: 'word-right' },
  'meta+delete': { kind: 'delete', to: 'word-right' },
  'ctrl+delete': { kind: 'delete', to: 'word-right' },
  'ctrl+u': { kind: 'delete', to: 'line-start' },
  'ctrl+k': { kind: 'delete', to: 'line-end' },
  'ctrl+y': { kind: 'yank' },
  '\u001f': { kind: 'undo' },
  'ctrl+c': { kind: 'interrupt' },
  'ctrl+d': { kind: 'end' },
  'ctrl+z': { kind: 'suspend' },
  'ctrl+l': { kind: 'clear-screen' },
};

export function findKeyAction({ name, ctrl, meta, sequence = '' }: Key): KeyAction | undefined {
  if (Object.hasOwn(ACTIONS, sequence)) return ACTIONS[sequence];
  if (name === undefined) return undefined;
  const combined = `${ctrl ? 'ctrl+' : ''}${meta ? 'meta+' : ''}${name}`;
  return Object.hasOwn(ACTIONS, combined) ? ACTIONS[combined] : undefined;
}
