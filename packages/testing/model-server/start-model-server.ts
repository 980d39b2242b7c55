import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CountedRequest, CounterAnswer, ServerState } from './answer-request.js';
import { isConnectionClosed } from './http/exchange.js';
import { handleRequest } from './handle-request.js';
import type { JsonObject } from './http/json.js';
import type { ModelRequest } from './http/model-request.js';
import type { SynonymGroups } from './openai/answer-embeddings.js';
import { countRequest } from './personalities/count-request.js';
import { readPersonality, type PersonalityChoice } from './personalities/personalities.js';
import type { Reply } from './http/reply.js';
import {
  createScriptQueue,
  toFailureError,
  toPendingError,
  type ModelServerFailure,
  type Script,
} from './replies/script.js';

export interface ModelServerOptions {
  /** Replies in order, or a function that returns them. Default: none. `reply` adds more. */
  readonly script?: Script;
  /** Other models get a 404. Default: all names are accepted. */
  readonly models?: readonly string[];
  /** If false, malformed requests reach the script. Default: true. */
  readonly strict?: boolean;
  /** Other keys get a 401. Default: all keys are accepted, and OpenAI's paths also accept none. */
  readonly apiKey?: string;
  /** The window's size in tokens. A longer prompt is refused in the provider's words. Default: unlimited. */
  readonly contextWindow?: number;
  /** Default: the personality's counter, or else cl100k_base. */
  readonly countTokens?: (body: JsonObject) => number;
  /**
   * How the provider differs from the wire format. A refusal by its rules does not fail the test; the request's
   * `refusal` shows it. Default: none.
   */
  readonly personality?: PersonalityChoice;
  /**
   * Replaces the token counter's answer, to simulate a broken one. Null never answers. Default: the count.
   */
  readonly answerCount?: (tokens: number) => CounterAnswer;
  /** Words whose embeddings are near each other. Default: none. */
  readonly synonyms?: SynonymGroups;
  /** How many of the newest requests `requests` keeps. Default: all. */
  readonly keptRequests?: number;
  /** Default: a free port. */
  readonly port?: number;
}

/** A scripted model server, which runs until `close`. */
export interface ModelServer {
  /** `http://127.0.0.1:<port>/v1`: the base URL for OpenAI and Anthropic. */
  readonly baseUrl: string;
  /** The port of `baseUrl`. */
  readonly port: number;
  /** Oldest first. The list is live, and `closedByClientAt` is added to its entries. */
  readonly requests: readonly ModelRequest[];
  /** The texts of embedding requests, oldest first. They use no script. */
  readonly embedded: readonly (readonly string[])[];
  /** Requests to a provider's token counter, oldest first. They use no script. */
  readonly counted: readonly CountedRequest[];
  /** Unused replies, except those of a script function. */
  readonly pending: readonly Reply[];
  /** Failures that the test did not script, oldest first. */
  readonly failures: readonly ModelServerFailure[];
  /** Appends to the script. */
  readonly reply: (...replies: readonly Reply[]) => void;
  /** Returns and clears the failures, for a test that provokes them. */
  readonly takeFailures: () => readonly ModelServerFailure[];
  /** Throws the first failure, or else an error if replies are unused. */
  readonly assertDone: () => void;
  /**
   * Closes all connections. Then throws the first failure, unless `check` is false. Ignores unused replies.
   * Idempotent.
   */
  readonly close: (options?: { readonly check?: boolean }) => Promise<void>;
}

/** Listens on 127.0.0.1 for all wire formats, each on its own paths. Rejects if the port is in use. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const { strict = true, keptRequests = Infinity, synonyms = [] } = options;
  const personality = readPersonality(options.personality);
  const { countTokens = (body: JsonObject) => countRequest(body, personality.countText) } = options;
  const state: ServerState = {
    script: createScriptQueue(options.script),
    rules: { ...options, strict, personality, countTokens },
    keptRequests,
    synonyms,
    requests: [],
    failures: [],
    embedded: [],
    counted: [],
    closing: false,
  };
  const server = createServer((request, response) => {
    handleRequest(state, { request, response }).catch((error: unknown) => {
      // Clients may disconnect during an answer, or before their request is complete.
      if (isConnectionClosed(error) || !request.complete) return;
      throw error;
    });
  });
  const port = await listen(server, options.port ?? 0);
  const { requests, embedded, counted, failures } = state;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    embedded,
    counted,
    failures,
    pending: state.script.pending,
    reply: (...replies) => state.script.append(replies),
    takeFailures: () => state.failures.splice(0),
    assertDone: () => throwIfAny(toFailureError(state.failures) ?? toPendingError(state.script.pending)),
    close: async ({ check = true } = {}) => {
      const wasOpen = !state.closing;
      state.closing = true;
      if (wasOpen) await stop(server);
      if (wasOpen && check) throwIfAny(toFailureError(state.failures));
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function throwIfAny(error: Error | undefined): void {
  if (error) throw error;
}
