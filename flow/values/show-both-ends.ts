export function showBothEnds(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  const omitted = text.length - start.length - end.length;
  return `${start}… [${omitted.toLocaleString('en-US')} characters omitted] …${end}`;
}
