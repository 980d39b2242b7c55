import { findObjectEnd } from './find-object-end.js';
import { matchMeta, type MetaPlace } from './match-meta.js';

/** A model's text, parted into the answer and the summary block behind it, without the tag between them. */
export interface MetaSplit {
  readonly visible: string;
  readonly meta: string;
}

/** How a text ends. */
export interface MetaEnd extends MetaSplit {
  /** The text ended with a block that lacks the key; it is neither visible nor meta. */
  readonly isStray: boolean;
}

/** Parts a stream of text at the sentinel; the joined output is the same whatever the chunks are. */
export interface MetaFilter {
  /** Characters that are held back: white space, and a block without the key. */
  readonly heldCharacters: number;
  /** Joins them. */
  readHeld(): string;
  /** Returns the text that is certain so far; white space and the beginning of a possible sentinel are held back. */
  push(delta: string): MetaSplit;
  /** Ends the text and returns what was held back. The filter can then be used for a new text. */
  end(): MetaEnd;
}

interface State {
  readonly key: string | undefined;
  isMeta: boolean;
  /** The text after a sentinel without the key: a block of the answer's own text, unless the answer ends with it. */
  stray: string[] | undefined;
  /** White space, shown only when something other than the sentinel follows it. */
  space: string[];
  /** The beginning of a possible sentinel: of bounded length. */
  held: string;
  isLineStart: boolean;
  isInWord: boolean;
  fence: Fence;
}

/** Backticks of the open code fence (0: none), and of the run at the beginning of the current line. */
interface Fence {
  open: number;
  run: number;
}

/**
 * Makes a filter that shows an answer up to the sentinel that `matchMeta` recognizes, without the white space before it;
 * all that follows is meta, which `parseMeta` reads. A text without a sentinel passes unchanged. Linear time.
 *
 * With a key only a sentinel that has it begins the meta. One that has not was repeated from somewhere, or the model
 * forgot the key: the text from it on is held back until it is known which, shown when more of the answer follows, and
 * dropped when the answer ends with it.
 */
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
      if (stray === undefined || isMeta)
        return { visible: split.visible + rest, meta: split.meta, isStray: false };
      const text = stray.join('') + rest;
      return isBlockAlone(text)
        ? { visible: split.visible, meta: '', isStray: true }
        : { visible: split.visible + text, meta: '', isStray: false };
    },
  };
}

/** Parts a whole text at its sentinel, as `createMetaFilter` does for a stream. */
export function hideMeta(text: string, key?: string): MetaEnd {
  const filter = createMetaFilter({ key });
  const body = filter.push(text);
  const { isStray, ...rest } = filter.end();
  return { visible: body.visible + rest.visible, meta: body.meta + rest.meta, isStray };
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
      // Joined first, because a function call takes only so many arguments.
      (state.stray ?? visible).push(state.space.join(''), character);
      state.space = [];
    } else state.space.push(character);
    pass(state, character);
  }
  state.held = '';
  return { visible: visible.join(''), meta: '' };
}

/** Updates the state by one character that has passed. */
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

/** Whether a sentinel can begin with this character; for most characters `matchMeta` need not be asked. */
function mayBegin(character: string, { isLineStart }: State): boolean {
  return '<＜\\mM'.includes(character) || (isLineStart && '`*_#>["\''.includes(character));
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** Whether a text that begins with a sentinel holds nothing but its block: it is one object, or ends with a closing tag. */
function isBlockAlone(text: string): boolean {
  const from = text.indexOf('{');
  const hasObject = from !== -1 && from <= MOST_TAG;
  const behind = text.slice(hasObject ? findObjectEnd(text, from) : 0).replace(TAGS, '');
  return !/[\p{L}\p{N}]/u.test(behind) || (!hasObject && ENDS.test(text));
}

/** Characters that a tag in any form has at the most, up to its object. */
const MOST_TAG = 160;
const TAGS =
  /[<＜\\]{0,8}[ \t]{0,4}\/?[ \t]{0,4}(?:END[ _-]META|META[ _-]?DATA|END|META)(?:[ \t]{1,3}[a-z0-9]{1,24})?[ \t]{0,4}[>＞\\]{1,8}/giu;
const ENDS =
  /[<＜]{1,8}[ \t]{0,4}\/?[ \t]{0,4}END(?:[ \t]{1,3}[a-z0-9]{1,24})?[ \t]{0,4}[>＞]{1,8}[`\s]{0,80}$/i;
