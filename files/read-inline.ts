import { setImmediate as nextTick } from 'node:timers/promises';

const DIGITS = /^[A-Za-z0-9+/\-_]*={0,2}$/;
/** More than any media type needs. */
const HEAD = /^data:([^,]{0,1000}?)(;base64)?,/i;
const STEP_CHARACTERS = 1_000_000;

export async function readInline(
  source: string,
): Promise<{ content: Uint8Array; mediaType: string | undefined } | undefined> {
  const [head = '', type, isBase64] = HEAD.exec(source) ?? [];
  if (head !== '' && isBase64 === undefined) {
    try {
      const content = Buffer.from(decodeURIComponent(source.slice(head.length)), 'utf8');
      return { content, mediaType: type || 'text/plain' };
    } catch {
      return undefined;
    }
  }
  const content = await decodeBase64(source, head.length);
  return content && { content, mediaType: type || undefined };
}

async function decodeBase64(source: string, start: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let [carried, isPadded] = ['', false];
  for (let from = start; from < source.length; from += STEP_CHARACTERS) {
    await nextTick();
    const more = source.slice(from, from + STEP_CHARACTERS).replace(/\s/g, '');
    const digits = carried + more;
    // Checked, because Node ignores invalid base64 characters.
    if (!DIGITS.test(digits) || (isPadded && /[^=]/.test(more))) return undefined;
    isPadded ||= digits.endsWith('=');
    const isLast = from + STEP_CHARACTERS >= source.length;
    const whole = isLast ? digits.length : digits.length - (digits.length % 4);
    parts.push(Buffer.from(digits.slice(0, whole), 'base64'));
    carried = digits.slice(whole);
  }
  const content = Buffer.concat(parts);
  return content.length === 0 ? undefined : content;
}
