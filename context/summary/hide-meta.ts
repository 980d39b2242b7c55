import { findObjectEnd } from './find-object-end.js';
import { matchMeta, type MetaPlace } from './match-meta.js';

export interface MetaSplit {
  readonly visible: string;
  readonly meta: string;
}

export interface MetaEnd extends MetaSplit {
  /** The answer ended with a block that lacks the key. */
  readonly isStray: boolean;
}

export interface MetaFilter {
  readonly heldCharacters: number;
  readHeld(): string;
  push(delta: string): MetaSplit;
  end(): MetaEnd;
}

interface State {
  readonly key: string | undefined;
  isMeta: boolean;
  stray: string[] | undefined;
  space: string[];
  held: string;
  isLineStart: boolean;
  isInWord: boolean;
  fence: Fence;
}

interface Fence {
  open: number;
  run: number;
}

/** A summary block without the key is a mistake: shown if the answer continues, dropped if it ends. */
export function createMetaFilter({ key }: { key?: string | undefined } = {}): MetaFilter {
  let state = createState(key);
  return {
    get heldCharacters() {
      return state.space.length + state.held.length + (state.stray?.length ?? 0);
    },
    readHeld: () => [...(state.stray ?? []), ...state.space, state.held].join(''),
    push: (delta) => advance(state, delta, false),
    end() {
      const split = advance(state, '', true);
      const { isMeta, stray } = state;
      const rest = isMeta ? '' : state.space.join('');
      state = createState(key);
      if (!stray || isMeta) return { visible: split.visible + rest, meta: split.meta, isStray: false };
      const text = stray.join('') + rest;
      return isBlockAlone(text)
        ? { visible: split.visible, meta: '', isStray: true }
        : { visible: split.visible + text, meta: '', isStray: false };
    },
  };
}

function createState(key: string | undefined): State {
  return {
    key,
    isMeta: false,
    stray: undefined,
    space: [],
    held: '',
    isLineStart: true,
    isInWord: false,
    fence: { open: 0, run: 0 },
  };
}

function advance(state: State, delta: string, isEnd: boolean): MetaSplit {
  if (state.isMeta) return { visible: '', meta: delta };
  const text = state.held + delta;
  const visible: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!isSpace(character)) {
      const match = mayBegin(character, state) ? matchMeta(text, at, describePlace(state, isEnd)) : undefined;
      if (match?.kind === 'more') {
        state.held = text.slice(at);
        return { visible: visible.join(''), meta: '' };
      }
      if (match?.kind === 'yes' && match.hasKey) {
        state.isMeta = true;
        return { visible: visible.join('') + (state.stray?.join('') ?? ''), meta: text.slice(match.bodyAt) };
      }
      if (match?.kind === 'yes') state.stray ??= [];
      // Spreading a long array would exceed the limit of function arguments.
      (state.stray ?? visible).push(state.space.join(''), character);
      state.space = [];
    } else state.space.push(character);
    pass(state, character);
  }
  state.held = '';
  return { visible: visible.join(''), meta: '' };
}

function pass(state: State, character: string): void {
  const { fence } = state;
  if (state.isLineStart && character === '`') fence.run += 1;
  else if (fence.run > 0 && character === '`') fence.run += 1;
  else if (fence.run > 0) {
    if (fence.run >= 3 && fence.open === 0) fence.open = fence.run;
    else if (fence.run >= fence.open && fence.open > 0 && !isWord(character)) fence.open = 0;
    fence.run = 0;
  }
  if (character === '\n' || character === '\r') state.isLineStart = true;
  else if (!isSpace(character)) state.isLineStart = false;
  state.isInWord = isWord(character);
}

function describePlace({ isLineStart, isInWord, fence, key }: State, isEnd: boolean): MetaPlace {
  return { isLineStart, isInWord, isInFence: fence.open > 0, isEnd, key };
}

/** Most characters cannot begin a sentinel. */
function mayBegin(character: string, { isLineStart }: State): boolean {
  return '<＜\\mM'.includes(character) || (isLineStart && '`*_#>["\''.includes(character));
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

function isBlockAlone(text: string): boolean {
  const from = text.indexOf('{');
  const hasObject = from !== -1 && from <= MAX_TAG_CHARACTERS;
  const behind = text.slice(hasObject ? findObjectEnd(text, from) : 0).replace(TAGS, '');
  return !/[\p{L}\p{N}]/u.test(behind) || (!hasObject && ENDS.test(text));
}

const MAX_TAG_CHARACTERS = 160;
const TAGS =
  /[<＜\\]{0,8}[ \t]{0,4}\/?[ \t]{0,4}(?:END[ _-]META|META[ _-]?DATA|END|META)(?:[ \t]{1,3}[a-z0-9]{1,24})?[ \t]{0,4}[>＞\\]{1,8}/giu;
const ENDS =
  /[<＜]{1,8}[ \t]{0,4}\/?[ \t]{0,4}END(?:[ \t]{1,3}[a-z0-9]{1,24})?[ \t]{0,4}[>＞]{1,8}[`\s]{0,80}$/i;
