import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { createInflate } from 'node:zlib';

export interface PdfRequest {
  content: Uint8Array;
  /** Includes the memory of buffers. */
  maxMemoryBytes: number;
  maxUnpackedBytes: number;
  maxPages: number;
  maxMilliseconds: number;
  /** A 6 KB file with nested forms can keep a core busy. */
  maxCpuMilliseconds: number;
  cpuSignal: NodeJS.Signals;
}

export type PdfMessage =
  | { kind: 'page'; page: number; pages: number; text: string }
  | { kind: 'end' }
  | { kind: 'too-large' }
  | { kind: 'failed'; name: string };

/** A thread can kill the process while parsing blocks the main thread. */
const WATCH = `
const { workerData: { maxMemoryBytes, maxMilliseconds, maxCpuMilliseconds, cpuSignal } } = require('node:worker_threads');
const [endsAt, parent, before] = [Date.now() + maxMilliseconds, process.ppid, process.cpuUsage()];
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  if (user + system > maxCpuMilliseconds * 1000) process.kill(process.pid, cpuSignal);
  if (process.memoryUsage.rss() > maxMemoryBytes || Date.now() > endsAt || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, 10);`;

const DICTIONARY_LENGTH = 2_000;

async function read(request: PdfRequest): Promise<void> {
  const { content: sent, ...bounds } = request;
  const { maxUnpackedBytes, maxPages } = bounds;
  // pdf.js does not accept a Buffer.
  const { buffer, byteOffset, byteLength } = sent;
  const content = new Uint8Array(buffer, byteOffset, byteLength);
  new Worker(WATCH, { eval: true, workerData: bounds }).unref();
  if ((await measureUnpacked(content, maxUnpackedBytes)) > maxUnpackedBytes)
    return tell({ kind: 'too-large' });
  const document = await getDocumentProxy(content, { verbosity: 0 });
  const { numPages: pages } = document;
  for (let page = 1; page <= Math.min(pages, maxPages); page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    let text = '';
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    await tell({ kind: 'page', page, pages, text });
  }
  await tell({ kind: 'end' });
}

/** Resolves when the message is written, because texts would otherwise pile up in memory. */
function tell(message: PdfMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
process.once('message', (request: PdfRequest) => {
  read(request)
    .catch((error: unknown) => tell({ kind: 'failed', name: error instanceof Error ? error.name : 'Error' }))
    .finally(() => process.exit());
});

/** Skips pictures, which text readers do not decompress. */
async function measureUnpacked(content: Uint8Array, most: number): Promise<number> {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  let bytes = 0;
  for (const { index, 0: keyword } of text.matchAll(/stream\r?\n/g)) {
    const dictionary =
      text
        .slice(Math.max(0, index - DICTIONARY_LENGTH), index)
        .split('endobj')
        .at(-1) ?? '';
    if (!/\/(FlateDecode|Fl)\b/.test(dictionary) || /\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    bytes += await unpackedBytes(content.subarray(index + keyword.length), most - bytes);
    if (bytes > most) break;
  }
  return bytes;
}

async function unpackedBytes(content: Uint8Array, most: number): Promise<number> {
  const inflate = createInflate();
  let bytes = 0;
  inflate.end(content);
  try {
    for await (const chunk of inflate) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) break;
    }
  } catch {}
  inflate.destroy();
  return bytes;
}
