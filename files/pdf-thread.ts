import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

/** A message of the thread: each page as it is read, then why it ended. */
export type PdfMessage =
  | { kind: 'page'; page: number; pages: number; text: string }
  | { kind: 'end' }
  | { kind: 'failed'; name: string };

/** Reads a PDF page by page, in a thread of its own, which can be ended at any moment. */
async function readPages(content: Uint8Array): Promise<void> {
  const document = await getDocumentProxy(content, { verbosity: 0 });
  const { numPages: pages } = document;
  for (let page = 1; page <= pages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    let text = '';
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    tell({ kind: 'page', page, pages, text });
  }
}

function tell(message: PdfMessage): void {
  parentPort?.postMessage(message);
}

// What the thread is started with: the bytes of the file.
readPages(workerData as Uint8Array).then(
  () => tell({ kind: 'end' }),
  (error: unknown) => tell({ kind: 'failed', name: error instanceof Error ? error.name : 'Error' }),
);
