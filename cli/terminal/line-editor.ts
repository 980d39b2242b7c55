import type { Key } from 'node:readline';
import {
  deleteTo,
  toDraft,
  EMPTY_DRAFT,
  insertText,
  moveByLine,
  moveTo,
  type Draft,
  type Place,
} from './draft.js';
import { findKeyAction } from './key-actions.js';
import { TypedHistory } from './typed-history.js';

export type EditorRequest =
  | { kind: 'submit'; text: string }
  | { kind: 'interrupt' | 'end' | 'suspend' | 'clear-screen' | 'nothing-above' };

const MAX_UNDO = 100;

export class LineEditor {
  readonly history: TypedHistory;
  #draft = EMPTY_DRAFT;
  #undo: Draft[] = [];
  #deleted = '';

  constructor(newestFirst: readonly string[]) {
    this.history = new TypedHistory(newestFirst);
  }

  get draft(): Draft {
    return this.#draft;
  }

  clear(): void {
    this.history.add(this.#draft.text);
    this.replace('');
  }

  replace(text: string): void {
    this.#draft = toDraft(text);
    this.#undo = [];
  }

  insert(text: string): void {
    this.#change(insertText(this.#draft, text));
  }

  press(key: Key, text: string | undefined): EditorRequest | undefined {
    const action = findKeyAction(key);
    switch (action?.kind) {
      case undefined:
        if (text !== undefined && !/^[^\P{Cc}\t]/u.test(text)) this.insert(text);
        return undefined;
      case 'enter':
        return this.#enter();
      case 'new-line':
        return void this.insert('\n');
      case 'move':
        this.#draft = moveTo(this.#draft, action.to);
        return undefined;
      case 'line':
        return this.#moveByLine(action.by);
      case 'delete':
        return void this.#delete(action.to);
      case 'yank':
        return void this.insert(this.#deleted);
      case 'undo':
        this.#draft = this.#undo.pop() ?? this.#draft;
        return undefined;
      case 'end':
        if (this.#draft.text === '') return { kind: 'end' };
        return void this.#delete('right');
      case 'interrupt':
      case 'suspend':
      case 'clear-screen':
        return { kind: action.kind };
    }
  }

  /** A trailing backslash starts another line. */
  #enter(): EditorRequest | undefined {
    const { text, cursor } = this.#draft;
    if (cursor === text.length && text.endsWith('\\')) {
      this.#change(toDraft(`${text.slice(0, -1)}\n`));
      return undefined;
    }
    this.history.add(text);
    this.replace('');
    return { kind: 'submit', text };
  }

  #moveByLine(by: -1 | 1): EditorRequest | undefined {
    const isEmpty = this.#draft.text === '';
    const moved = moveByLine(this.#draft, by);
    if (!moved && by === -1 && isEmpty) return { kind: 'nothing-above' };
    this.#draft = moved ?? this.history.step(by, this.#draft) ?? this.#draft;
    return undefined;
  }

  stepBack(): void {
    this.#draft = this.history.step(-1, this.#draft) ?? this.#draft;
  }

  #delete(to: Place): void {
    const { draft, deleted } = deleteTo(this.#draft, to);
    if (deleted === '') return;
    if (to !== 'left' && to !== 'right') this.#deleted = deleted;
    this.#change(draft);
  }

  #change(draft: Draft): void {
    this.#undo = [...this.#undo.slice(-MAX_UNDO), this.#draft];
    this.#draft = draft;
  }
}
