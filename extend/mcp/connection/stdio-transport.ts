import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import spawn from 'cross-spawn';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { MCP_LIMITS } from '../mcp-limits.js';
import type { McpProcess } from '../mcp-servers.js';
import type { ProcessGuard } from './process-guard.js';
import { createLineReader, type Line } from './line-reader.js';

const TOO_LONG = `The answer has more than ${MCP_LIMITS.messageBytes / 1024 / 1024} MB and was not read: ask for less`;
/** Time to exit after the input closes, and again after SIGTERM. */
const END_MS = 1_000;
const TERM_MS = 2_000;
/** Waits no longer, because a child outside the process group may keep the pipe open. */
const LAST_OUTPUT_MS = 500;
const ERROR_CHARACTERS = 2_000;

/**
 * Unlike the SDK's, stops the process with its children (`npx` is a parent), survives an oversized message,
 * and throttles floods.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #errors = '';
  #exit: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    private readonly server: McpProcess,
    private readonly guard: ProcessGuard,
  ) {}

  get exit(): string | undefined {
    return this.#exit;
  }

  start(): Promise<void> {
    const { command, args = [], env, cwd } = this.server;
    return new Promise((resolve, reject) => {
      const child = spawn(command, [...args], {
        env: { ...getDefaultEnvironment(), ...env },
        cwd,
        stdio: ['pipe', 'pipe', 'pipe'],
        // Its own process group, which Ctrl-C does not reach.
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      this.#child = child;
      this.#exited = new Promise((exited) => {
        child.once('exit', () => exited());
        child.once('error', () => exited());
      });
      child.once('spawn', () => {
        this.guard.add(child.pid);
        resolve();
      });
      child.once('error', (error) => {
        this.#exit ??= `it cannot be started (${error.message})`;
        reject(error);
      });
      child.once('exit', (code, signal) => void this.#end(code, signal));
      child.stdin?.on('error', (error) => this.onerror?.(error));
      child.stdout?.on('error', (error) => this.onerror?.(error));
      child.stderr?.on('data', (chunk: Buffer) => {
        this.#errors = (this.#errors + chunk.toString('utf8')).slice(-ERROR_CHARACTERS);
      });
      this.#read(child);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const stdin = this.#child?.stdin;
      if (stdin == null || this.#exit !== undefined)
        return reject(new Error(this.#exit ?? 'it does not run'));
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Closes the input, then sends SIGTERM and SIGKILL to the process group. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    child.stdin?.end();
    await endsWithin(this.#exited, END_MS);
    signalGroup(child, 'SIGTERM');
    await endsWithin(this.#exited, TERM_MS);
    signalGroup(child, 'SIGKILL');
    // Destroyed, because a child outside the process group may keep them open.
    child.stdout?.destroy();
    child.stderr?.destroy();
    this.guard.remove(child.pid);
  }

  async #end(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const child = this.#child;
    // Kills the group, because the children of a killed process outlive it.
    if (child?.pid !== undefined) {
      signalGroup(child, 'SIGKILL');
      this.guard.remove(child.pid);
    }
    // Waits for the last output, which may arrive after the exit.
    const { stderr } = child ?? {};
    if (stderr && !stderr.closed)
      await endsWithin(new Promise<void>((read) => stderr.once('close', read)), LAST_OUTPUT_MS);
    const lastOutput = lastWords(this.#errors);
    this.#exit ??= `it ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}${lastOutput}`;
    this.onclose?.();
  }

  #read(child: ChildProcess): void {
    const readLines = createLineReader(MCP_LIMITS.messageBytes);
    let second = 0;
    let count = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) {
        second = now;
        count = 0;
      }
      for (const line of readLines(chunk)) {
        count += 1;
        this.#take(line);
      }
      if (count <= MCP_LIMITS.messagesPerSecond) return;
      child.stdout?.pause();
      setTimeout(() => child.stdout?.resume(), (second + 1) * 1_000 - performance.now()).unref();
    });
  }

  #take(line: Line): void {
    if (line.kind === 'too-long') return this.#answerTooLong(line);
    if (line.text.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(line.text));
    } catch {
      return this.onerror?.(new Error(`its output is not a message: ${line.text.slice(0, 100)}`));
    }
    this.onmessage?.(message);
  }

  /**
   * Answers a response that is too long with an error. Without an id, ends the connection, because the
   * request would wait forever.
   */
  #answerTooLong(line: Extract<Line, { kind: 'too-long' }>): void {
    const id = findRequestId(line);
    if (id !== undefined)
      return this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_000, message: TOO_LONG } });
    this.#exit ??= 'it sent a message of more than 16 MB that answers nothing';
    void this.close();
    this.onclose?.();
  }
}

async function endsWithin(end: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([end, delay(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {}
}

function lastWords(log: string): string {
  const lines = log.split('\n').map((line) => line.trim());
  const words = lines
    .filter((line) => line !== '')
    .slice(-3)
    .join(' / ')
    .slice(-300);
  return words === '' ? '' : `, and its last output was: ${words}`;
}

/** The id is first or last, as servers write it. */
const AT_START = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,/;
const AT_END = /,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$/;

function findRequestId({ head, tail }: { head: string; tail: string }): number | undefined {
  const id = AT_START.exec(head)?.[1] ?? AT_END.exec(tail)?.[1];
  return id === undefined ? undefined : Number(id);
}
