import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../protocol/error-message.js';
import { redactSecrets } from '../../protocol/redact-secrets.js';
import { openConnection, type McpCall, type McpConnection } from './connection/open-connection.js';
import type { ProcessGuard } from './connection/process-guard.js';
import { unfitPatterns } from './needs-approval.js';
import type { McpCallSettings, McpServer } from './mcp-servers.js';
import { offerListedTools, type ToolOffer } from './offered-tools.js';

/** Shorter values are not hidden, because they would match ordinary words. */
const FEWEST_CHARACTERS = 6;

/** Longer path segments of an address count as keys. */
const KEY_CHARACTERS = 16;

export interface WatchServerInput {
  name: string;
  server: McpServer;
  guard: ProcessGuard;
  note: (level: 'INFO' | 'WARN', message: string) => void;
}

export type McpServerState =
  | { kind: 'starting' }
  | { kind: 'ready'; offer: ToolOffer }
  | { kind: 'down'; why: string; offer: ToolOffer | undefined };

/** Pause before the first restart. It doubles with each, until a long run resets it. */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 60_000;
const LONG_MS = 60_000;
/** A call restarts a waiting server, unless it failed this recently. */
const HURRY_MS = 2_000;
const CALL_WAIT_MS = 10_000;
const LIST_PAUSE_MS = 1_000;
const MAX_ODDITIES = 5;

export class WatchedServer {
  #state: McpServerState = { kind: 'starting' };
  #connection: McpConnection | undefined;
  #offer: ToolOffer | undefined;
  #why: string | undefined;
  #failedAt = -Infinity;
  #listing: Promise<void> | undefined;
  #isListDue = false;
  readonly #closed = new AbortController();
  #wake = new AbortController();
  #changed = createSignal();
  readonly #running: Promise<void>;

  constructor(private readonly input: WatchServerInput) {
    this.#running = this.#run();
  }

  get name(): string {
    return this.input.name;
  }

  get settings(): McpCallSettings {
    return this.input.server;
  }

  get state(): McpServerState {
    return this.#state;
  }

  get offer(): ToolOffer | undefined {
    return this.#offer;
  }

  async settled(ms: number): Promise<void> {
    const deadline = Date.now() + ms;
    while (this.#state.kind === 'starting' && Date.now() < deadline)
      await this.#changed.within(deadline - Date.now());
  }

  /**
   * After a lost connection, sends a repeatable call again. Else rejects with the server, the cause and the
   * fix.
   */
  async call(call: McpCall & { mayRepeat: boolean }): Promise<unknown> {
    for (let isFirst = true; ; isFirst = false) {
      const connection = await this.#ready(call.signal);
      const { lost } = connection;
      try {
        return await connection.call(call);
      } catch (error) {
        // Waits for the reason, which arrives a moment after the call fails.
        await delay(50, undefined, { signal: lost }).catch(() => undefined);
        if (call.signal.aborted) throw call.signal.reason;
        if (!lost.aborted) throw error;
        if (isFirst && call.mayRepeat) continue;
        throw new Error(
          `${this.#title} was lost during the call: ${this.#clean(String(lost.reason))}. The outcome of the call is unknown; the server is being restarted`,
          { cause: error },
        );
      }
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#wake.abort();
    await this.#running;
  }

  get #title(): string {
    return `MCP server '${this.input.name}'`;
  }

  async #ready(signal: AbortSignal): Promise<McpConnection> {
    const deadline = Date.now() + CALL_WAIT_MS;
    for (;;) {
      signal.throwIfAborted();
      if (this.#connection) return this.#connection;
      const left = deadline - Date.now();
      const isDown = this.#state.kind === 'down' && Date.now() - this.#failedAt < HURRY_MS;
      if (left <= 0 || isDown || this.#closed.signal.aborted) throw new Error(this.describeDown());
      if (this.#state.kind === 'down') this.#wake.abort();
      await this.#changed.within(Math.min(left, 500));
    }
  }

  describeDown(): string {
    const why = this.#why ?? 'it is still being started';
    return (
      `${this.#title} is unavailable: ${why}. ` +
      "It is restarted automatically; if it stays unavailable, correct it in the project's 'mcp', and check it with 'threadline doctor'"
    );
  }

  async #run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!this.#closed.signal.aborted) {
      const started = Date.now();
      const why = await this.#live();
      if (this.#closed.signal.aborted) return;
      const wasLong = Date.now() - started > LONG_MS;
      pause = wasLong ? FIRST_PAUSE_MS : pause;
      this.#why = this.#clean(why);
      this.#set({ kind: 'down', why: this.#why, offer: this.#offer });
      this.input.note('WARN', `${this.#title} is down: ${this.#why}; it is restarted in ${pause} ms`);
      this.#wake = new AbortController();
      if (this.#closed.signal.aborted) return;
      await delay(pause, undefined, { signal: this.#wake.signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, LAST_PAUSE_MS);
    }
  }

  async #live(): Promise<string> {
    this.#set({ kind: 'starting' });
    let connection: McpConnection | undefined;
    let oddities = 0;
    try {
      connection = await openConnection({
        server: this.input.server,
        guard: this.input.guard,
        signal: this.#closed.signal,
        onToolsChanged: () => this.#refresh(),
        onOddity: (what) => {
          oddities += 1;
          if (oddities <= MAX_ODDITIES) this.input.note('INFO', `${this.#title}: ${this.#clean(what)}`);
        },
      });
      await this.#list(connection);
      this.#connection = connection;
      this.#set({ kind: 'ready', offer: this.#offer ?? { tools: [], notes: [] } });
      const { lost } = connection;
      if (!lost.aborted) await once(lost, 'abort', { signal: this.#closed.signal });
      return String(lost.reason);
    } catch (error) {
      this.#failedAt = Date.now();
      return errorMessage(error);
    } finally {
      this.#connection = undefined;
      await connection?.close().catch(() => undefined);
    }
  }

  async #list(connection: McpConnection): Promise<void> {
    this.#offer = offerListedTools(this.input.name, await connection.listTools());
    const { tools, notes } = this.#offer;
    this.input.note('INFO', `${this.#title} offers ${tools.length} tools`);
    for (const pattern of unfitPatterns(this.settings, tools))
      this.input.note('WARN', `${this.#title} has no tool that matches '${pattern}' in its 'approve'`);
    for (const note of notes) this.input.note('WARN', `${this.#title}: ${this.#clean(note)}`);
  }

  /** Refreshes at once, then at most once a second. */
  #refresh(): void {
    this.#isListDue = true;
    this.#listing ??= this.#readChanges().finally(() => {
      this.#listing = undefined;
    });
  }

  async #readChanges(): Promise<void> {
    while (this.#isListDue) {
      this.#isListDue = false;
      const connection = this.#connection;
      if (!connection) return;
      try {
        await this.#list(connection);
        if (this.#state.kind === 'ready' && this.#offer) this.#set({ kind: 'ready', offer: this.#offer });
      } catch (error) {
        this.input.note(
          'WARN',
          `${this.#title} does not list its tools: ${this.#clean(errorMessage(error))}`,
        );
      }
      await delay(LIST_PAUSE_MS, undefined, { signal: this.#closed.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  #set(state: McpServerState): void {
    this.#state = state;
    this.#changed.fire();
  }

  /** Removes keys, because models and logs read the text. */
  #clean(text: string): string {
    const hidden = serverSecrets(this.input.server).reduce(
      (left, value) => left.replaceAll(value, '[redacted]'),
      text,
    );
    return redactSecrets(hidden).slice(0, 600).toWellFormed();
  }
}

interface Signal {
  fire(): void;
  within(ms: number): Promise<void>;
}

function createSignal(): Signal {
  let listeners: (() => void)[] = [];
  return {
    fire() {
      const waiting = listeners;
      listeners = [];
      for (const tell of waiting) tell();
    },
    within: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, ms));
        listeners.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

function serverSecrets(server: McpServer): string[] {
  const values =
    'url' in server
      ? [...Object.values(server.headers ?? {}), ...addressSecrets(new URL(server.url))]
      : Object.values(server.env ?? {});
  return values.filter((value) => value.length >= FEWEST_CHARACTERS);
}

function addressSecrets({ username, password, search, searchParams, pathname }: URL): string[] {
  const written = search.split(/[?&]/).map((field) => field.slice(field.indexOf('=') + 1));
  const parts = pathname.split('/').filter((part) => part.length >= KEY_CHARACTERS);
  // A server may echo a value encoded or decoded.
  return [username, password, ...written, ...searchParams.values(), ...parts].flatMap((value) => [
    value,
    decoded(value),
  ]);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
