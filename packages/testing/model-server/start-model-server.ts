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
  /** Replies in order, or a function that makes them. Default: none, see `reply`. */
  readonly script?: Script;
  /** Others get a 404. Default: any model. */
  readonly models?: readonly string[];
  /** False passes malformed requests to the script. Default: true. */
  readonly strict?: boolean;
  /** Other keys get a 401. Default: any key; OpenAI's paths also accept none. */
  readonly apiKey?: string;
  /** In tokens; longer prompts are refused in the provider's words. Default: unlimited. */
  readonly contextWindow?: number;
  /** Default: the personality's counter, else cl100k_base. */
  readonly countTokens?: (body: JsonObject) => number;
  /** A refusal by its rules is not a test failure, but the request's `refusal`. Default: none. */
  readonly personality?: PersonalityChoice;
  /** Answers of a broken token counter; null never answers. Default: the count. */
  readonly answerCount?: (tokens: number) => CounterAnswer;
  /** Their embeddings are near. Default: none. */
  readonly synonyms?: SynonymGroups;
  /** The newest requests that `requests` keeps. Default: all. */
  readonly keptRequests?: number;
  /** Default: a free port. */
  readonly port?: number;
}

/** Runs until `close`. */
export interface ModelServer {
  /** `http://127.0.0.1:<port>/v1`: the base URL for OpenAI and Anthropic. */
  readonly baseUrl: string;
  /** The port of `baseUrl`. */
  readonly port: number;
  /** Live and oldest first; `closedByClientAt` is filled in. */
  readonly requests: readonly ModelRequest[];
  /** Texts of embedding requests, oldest first. They use no script. */
  readonly embedded: readonly (readonly string[])[];
  /** Requests to a provider's token counter, oldest first. They use no script. */
  readonly counted: readonly CountedRequest[];
  /** Unused replies, without those of a script function. */
  readonly pending: readonly Reply[];
  /** Unintended failures, oldest first. */
  readonly failures: readonly ModelServerFailure[];
  /** Appends to the script. */
  readonly reply: (...replies: readonly Reply[]) => void;
  /** Returns and clears the failures, for tests that provoke them. */
  readonly takeFailures: () => readonly ModelServerFailure[];
  /** Throws for the first failure, else for unused replies. */
  readonly assertDone: () => void;
  /** Closes connections and stops; then throws for the first failure unless `check` is false. Ignores unused replies. Idempotent. */
  readonly close: (options?: { readonly check?: boolean }) => Promise<void>;
}

/** Listens on 127.0.0.1 with all wire formats, each on its own paths. Rejects when the port is in use. */
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
      // A client may disconnect during an answer, or before its request is complete.
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
      // A listening TCP server has an address of this form.
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
