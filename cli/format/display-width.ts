const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns that a text takes at a terminal, without painting: wide letters take two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** The text with spaces up to a width, before it when it stands at the right. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
