const OPENING_TAG = '<think>';
const CLOSING_TAG = '</think>';

export interface ThinkingSplit {
  readonly visible: string;
  readonly thinking: string;
}

export interface ThinkingFilter {
  push(delta: string): ThinkingSplit;
  end(): ThinkingSplit;
}

/** Splits streamed text. All text after an unclosed tag is thinking. */
export function createThinkingFilter(): ThinkingFilter {
  return new TagFilter();
}

class TagFilter implements ThinkingFilter {
  private isThinking = false;
  private held = '';
  /** White space held back: dropped if a thought follows, because models surround thoughts with it. */
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
    if (!this.hasThought && !this.hasSpoken) split.visible = this.blank;
    this.isThinking = this.hasThought = this.hasSpoken = false;
    this.held = this.blank = '';
    return split;
  }

  private speak(piece: string): string {
    if (this.hasSpoken) return piece;
    const answer = piece.trimStart();
    if (answer === '') {
      this.blank += piece;
      return '';
    }
    const before = this.hasThought ? '' : this.blank + piece.slice(0, piece.length - answer.length);
    this.hasSpoken = true;
    this.blank = '';
    return before + answer;
  }
}

export function hideThinking(text: string): ThinkingSplit {
  const filter = createThinkingFilter();
  const body = filter.push(text);
  const rest = filter.end();
  return { visible: body.visible + rest.visible, thinking: body.thinking + rest.thinking };
}

function findTag(text: string, tag: string, from: number): { index: number; isWhole: boolean } {
  for (let index = text.indexOf('<', from); index !== -1; index = text.indexOf('<', index + 1)) {
    const candidate = text.slice(index, index + tag.length).toLowerCase();
    if (candidate === tag) return { index, isWhole: true };
    if (index + tag.length > text.length && tag.startsWith(candidate)) return { index, isWhole: false };
  }
  return { index: text.length, isWhole: false };
}
