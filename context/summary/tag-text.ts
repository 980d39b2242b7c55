const TAGS = /[<＜﹤](?=\s{0,8}[/／]?\s{0,8}(?:transcript|existing-summary|earlier-summary)\b)/gi;

/** Puts a text between tags with a key; what was said cannot end them, because it was said before the key was made. */
export function tagText(tag: string, text: string, key: string): string {
  return `<${tag}-${key}>\n${escapeTags(text)}\n</${tag}-${key}>`;
}

/** Escapes what looks like tags of ours. */
export function escapeTags(text: string): string {
  return text.replace(TAGS, '‹');
}
