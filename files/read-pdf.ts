import { Worker } from 'node:worker_threads';
import type { PdfMessage } from './pdf-thread.js';

/** The text of a file, as far as it could be read, and what is missing of it, as a sentence. */
export interface ExtractedText {
  /** Null: it has none that could be read. */
  extracted: string | null;
  /** Null: nothing is missing. */
  problem: string | null;
}

/** The thread's bounds on memory and time. Anybody can write a file, also one that takes for ever to read. */
const MAX_HEAP_MEGABYTES = 512;
const MAX_MILLISECONDS = 20_000;
/** Characters that are kept of a text. */
export const MAX_CHARACTERS = 1_000_000;

/** Reads the text of a PDF, in a thread that is ended where it takes too long, too much memory or gives too much text. */
export async function readPdf(
  content: Uint8Array,
  { maxMilliseconds = MAX_MILLISECONDS }: { maxMilliseconds?: number | undefined } = {},
): Promise<ExtractedText> {
  const pages: string[] = [];
  let count = 0;
  let characters = 0;
  const worker = await startThread(content);
  const why = await new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve('timeout'), maxMilliseconds);
    timer.unref();
    worker.on('message', (message: PdfMessage) => {
      if (message.kind !== 'page') return resolve(message.kind === 'end' ? 'end' : message.name);
      pages.push(message.text);
      count = message.pages;
      characters += message.text.length;
      if (characters > MAX_CHARACTERS) resolve('characters');
    });
    worker.on('error', () => resolve('error'));
    worker.on('exit', () => resolve('exit'));
  });
  await worker.terminate();
  return toText({ why, pages, count });
}

function toText({ why, pages, count }: { why: string; pages: string[]; count: number }): ExtractedText {
  const whole = pages.join('\n\n').replaceAll('\u0000', '').trim();
  const text = whole.slice(0, MAX_CHARACTERS).toWellFormed();
  if (text === '' && why === 'PasswordException')
    return { extracted: null, problem: 'It is protected by a password.' };
  if (text === '' && why === 'end')
    return { extracted: null, problem: 'It has no text that can be read: its pages may be pictures.' };
  if (text === '') return { extracted: null, problem: 'Its text could not be read.' };
  if (whole.length > text.length)
    return { extracted: text, problem: `Only the beginning of its text is here, of its ${count} pages.` };
  const isWhole = why === 'end' || pages.length === count;
  return {
    extracted: text,
    problem: isWhole ? null : `Only the text of the first ${pages.length} of its ${count} pages is here.`,
  };
}

async function startThread(content: Uint8Array): Promise<Worker> {
  const { PDF_PROGRAM } = await import('./pdf-program.js');
  return new Worker(PDF_PROGRAM, {
    eval: true,
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
    stdout: true,
    stderr: true,
  });
}
