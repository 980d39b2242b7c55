/** Reads a body up to so many bytes, as text, and ends the connection where there are more. */
export async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    const rest = maxBytes - bytes;
    text += decoder.decode(value.subarray(0, rest), { stream: true });
    bytes += value.byteLength;
    if (bytes <= maxBytes) continue;
    reader.cancel().catch(() => undefined); // the connection may be gone already
    return { text, isWhole: false };
  }
}
