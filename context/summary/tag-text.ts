const TAGS = /[<＜﹤](?=\s{0,8}[/／]?\s{0,8}(?:transcript|existing-summary|earlier-summary)\b)/gi;

/** The text is older than the key, so it cannot close the tags. */
export function tagText(tag: string, text: string, key: string): string {
  return `<${tag}-${key}>\n${escapeTags(text)}\n</${tag}-${key}>`;
}

export function escapeTags(text: string): string {
  return text.replace(TAGS, '‹');
}
