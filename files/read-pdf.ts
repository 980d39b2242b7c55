import { spawn, type ChildProcess } from 'node:child_process';
import { FairTurns } from '../flow/code/fair-turns.js';
import type { PdfMessage, PdfRequest } from './pdf-process.js';

export interface ExtractedText {
  extracted: string | null;
  problem: string | null;
}

export interface TooLarge {
  tooLarge: string;
}

export const MAX_CHARACTERS = 1_000_000;
const MEGABYTE = 1_000_000;
/** Limits, because a hostile file can take forever to read. */
const BOUNDS = {
  maxMemoryBytes: 400 * MEGABYTE,
  maxUnpackedBytes: 64 * MEGABYTE,
  maxPages: 5_000,
  maxMilliseconds: 20_000,
  maxCpuMilliseconds: 8_000,
  cpuSignal: 'SIGVTALRM',
} as const;
/** V8's heap is a part of the process's memory. */
const MAX_HEAP_MEGABYTES = 256;
const AT_ONCE = 2;
const TIMEOUT_MS = 60_000;

const turns = new FairTurns(AT_ONCE);

export async function readPdf(
  content: Uint8Array,
  {
    user = '',
    maxMilliseconds = BOUNDS.maxMilliseconds,
  }: { user?: string | undefined; maxMilliseconds?: number | undefined } = {},
): Promise<ExtractedText | TooLarge> {
  const isShort = maxMilliseconds < BOUNDS.maxMilliseconds;
  const timeoutMs = isShort ? maxMilliseconds : TIMEOUT_MS;
  if (!(await turns.take({ line: [user], timeoutMs })))
    return { extracted: null, problem: 'Its text was not read, because too many PDFs were being read.' };
  try {
    return toText(await runReader({ ...BOUNDS, content, maxMilliseconds }));
  } finally {
    turns.give();
  }
}

interface ReadPages {
  why: 'end' | 'timeout' | 'characters' | 'too-large' | 'memory' | 'PasswordException' | 'failed';
  pages: string[];
  count: number;
}

async function runReader(request: PdfRequest): Promise<ReadPages> {
  const pages: string[] = [];
  let count = 0;
  let characters = 0;
  const reader = await startReader();
  const why = await new Promise<ReadPages['why']>((resolve) => {
    const timer = setTimeout(() => resolve('timeout'), request.maxMilliseconds);
    reader.on('message', (message: PdfMessage) => {
      if (message.kind === 'failed')
        return resolve(message.name === 'PasswordException' ? message.name : 'failed');
      if (message.kind !== 'page') return resolve(message.kind);
      pages.push(message.text);
      count = message.pages;
      characters += message.text.length;
      if (characters > MAX_CHARACTERS) resolve('characters');
    });
    reader.on('error', () => resolve('failed'));
    // Unlike 'exit', 'close' comes after the messages.
    reader.on('close', (code, signal) => {
      if (signal === BOUNDS.cpuSignal) return resolve('timeout');
      resolve(signal !== null || code === 134 ? 'memory' : 'failed');
    });
    reader.send(request, () => undefined);
    reader.once('exit', () => clearTimeout(timer));
  });
  reader.kill('SIGKILL');
  return { why, pages, count };
}

function toText({ why, pages, count }: ReadPages): ExtractedText | TooLarge {
  const { maxUnpackedBytes, maxMemoryBytes } = BOUNDS;
  if (why === 'too-large')
    return {
      tooLarge: `unpacks to more than ${maxUnpackedBytes} bytes, the most that is read of a PDF: split it into smaller files`,
    };
  if (why === 'memory')
    return {
      tooLarge: `takes more than ${maxMemoryBytes} bytes of memory to read, the most that a PDF may take: split it into smaller files`,
    };
  const whole = pages.join('\n\n').replaceAll('\u0000', '').trim();
  const text = whole.slice(0, MAX_CHARACTERS).toWellFormed();
  if (text === '' && why === 'PasswordException')
    return { extracted: null, problem: 'It is protected by a password.' };
  if (text === '' && why === 'end')
    return { extracted: null, problem: 'It has no text that can be read: its pages may be pictures.' };
  if (text === '' && why === 'timeout')
    return { extracted: null, problem: 'Its text could not be read in the time that a PDF may take.' };
  if (text === '') return { extracted: null, problem: 'Its text could not be read.' };
  if (whole.length > text.length)
    return { extracted: text, problem: `Only the beginning of its text is here, of its ${count} pages.` };
  const isWhole = pages.length === count;
  return {
    extracted: text,
    problem: isWhole ? null : `Only the text of the first ${pages.length} of its ${count} pages is here.`,
  };
}

/** Without our environment, which has keys. */
async function startReader(): Promise<ChildProcess> {
  const { PDF_PROGRAM } = await import('./pdf-program.js');
  const reader = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, '-'], {
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  });
  reader.stdin?.on('error', () => undefined);
  reader.stdin?.end(PDF_PROGRAM);
  return reader;
}
