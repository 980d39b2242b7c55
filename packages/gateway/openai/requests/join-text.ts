export function joinText(content: string | readonly { type: string }[]): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : []))
    .join('\n\n');
}
