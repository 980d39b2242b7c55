const OPENING_TAG = '<think>';
const CLOSING_TAG = '</think>';

/** A model's text, parted into what people may see and what it thought between think tags (without the tags). */
export interface ThinkingSplit {
  readonly visible: string;
  readonly thinking: string;
}

/** Parts a stream of text at its think tags; whatever the chunking, the joined output is the same. */
export interface ThinkingFilter {
  /** Returns what is certain so far; the beginning of a possible tag waits for the next delta. */
  push(delta: string): ThinkingSplit;
  /** Ends the text: what only looked like a tag is given out. The filter can then be used for a new text. */
  end(): ThinkingSplit;
}

/**
 * Makes a filter for `<think>...</think>`, case-insensitive, any number of blocks. All after an unclosed tag is
 * thinking; inside a block only the closing tag counts; a closing tag alone is text. Blank lines around the blocks that
 * come before an answer are no part of it. Linear time; holds back blanks at the beginning and what may become a tag.
 */
export function createThinkingFilter(): ThinkingFilter {
  return new TagFilter();
}

class TagFilter implements ThinkingFilter {
  private isThinking = false;
  /** The end of the last delta, which may become a tag. */
  private held = '';
  /** Blanks before anything was said: models put them around their thoughts. */
  private blank = '';
  private hasThought = false;
  private hasSpoken = false;

  push(delta: string): ThinkingSplit {
    const text = this.held + delta;
    const split = { visible: '', thinking: '' };
    let from = 0;
    for (;;) {
      const tag = this.isThinking ? CLOSING_TAG : OPENING_TAG;
      const found = findTag(text, tag, from);
      const piece = text.slice(from, found.index);
      if (this.isThinking) split.thinking += piece;
      else split.visible += this.speak(piece);
      this.held = found.isWhole ? '' : text.slice(found.index);
      if (!found.isWhole) return split;
      from = found.index + tag.length;
      this.isThinking = !this.isThinking;
      this.hasThought = true;
    }
  }

  end(): ThinkingSplit {
    const split = this.isThinking
      ? { visible: '', thinking: this.held }
      : { visible: this.speak(this.held), thinking: '' };
    // Without thoughts the text is given as it came, blank or not.
    if (!this.hasThought && !this.hasSpoken) split.visible = this.blank;
    this.isThinking = this.hasThought = this.hasSpoken = false;
    this.held = this.blank = '';
    return split;
  }

  private speak(piece: string): string {
    if (this.hasSpoken) return piece;
    const said = piece.trimStart();
    if (said === '') {
      this.blank += piece;
      return '';
    }
    const before = this.hasThought ? '' : this.blank + piece.slice(0, piece.length - said.length);
    this.hasSpoken = true;
    this.blank = '';
    return before + said;
  }
}

/** Parts a whole text at its think tags, as `createThinkingFilter` does for a stream. */
export function hideThinking(text: string): ThinkingSplit {
  const filter = createThinkingFilter();
  const body = filter.push(text);
  const rest = filter.end();
  return { visible: body.visible + rest.visible, thinking: body.thinking + rest.thinking };
}

/** The first place from `from` on that is the tag, or, at the very end of the text, could become it. */
function findTag(text: string, tag: string, from: number): { index: number; isWhole: boolean } {
  for (let index = text.indexOf('<', from); index !== -1; index = text.indexOf('<', index + 1)) {
    const candidate = text.slice(index, index + tag.length).toLowerCase();
    if (candidate === tag) return { index, isWhole: true };
    if (index + tag.length > text.length && tag.startsWith(candidate)) return { index, isWhole: false };
  }
  return { index: text.length, isWhole: false };
}
