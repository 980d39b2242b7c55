const BASE64 = /^[A-Za-z0-9+/\-_]+={0,2}$/;

/** The bytes of base64, or of a data URL with the media type that it names. Undefined: it is neither. */
export function readInline(
  source: string,
): { content: Uint8Array; mediaType: string | undefined } | undefined {
  const [, type, isBase64, body] = /^data:([^,]*?)(;base64)?,(.*)$/is.exec(source) ?? [];
  if (body !== undefined && isBase64 === undefined) {
    try {
      return { content: Buffer.from(decodeURIComponent(body), 'utf8'), mediaType: type || 'text/plain' };
    } catch {
      return undefined;
    }
  }
  const digits = (body ?? source).replace(/\s/g, '');
  // Node skips what is no base64, and would make something of any text.
  if (!BASE64.test(digits)) return undefined;
  return { content: Buffer.from(digits, 'base64'), mediaType: type || undefined };
}
