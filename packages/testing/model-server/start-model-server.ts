import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isConnectionClosed } from './http/exchange.js';
import { toFailureError, toPendingError, type ModelServerFailure } from './replies/failure.js';
import { handleRequest } from './http/handle-request.js';
import type { JsonObject } from './http/json.js';
import { countRequest } from './personalities/count-request.js';
import { readPersonality, type PersonalityChoice } from './personalities/personalities.js';
import type { ModelRequest } from './request/model-request.js';
import type { Reply } from './replies/reply.js';
import type { SynonymGroups } from './openai/embeddings.js';
import { createScriptQueue, type Script } from './replies/script.js';
import type { CountedRequest, CounterAnswer, RequestRules, ServerState } from './http/server-state.js';

/** How a scripted model server behaves; every part is optional. */
export interface ModelServerOptions {
  /** Replies in order, or a function that makes them; default none, see `reply`. */
  readonly script?: Script;
  /** The models it has: others are refused with 404. Default: any model, one of them listed. */
  readonly models?: readonly string[];
  /** False lets malformed requests through to the script; default true. */
  readonly strict?: boolean;
  /** The only key it takes: others are refused with 401. Default: any key; OpenAI's paths also take none. */
  readonly apiKey?: string;
  /** Context window in tokens: longer prompts are refused in the provider's words; default: none. */
  readonly contextWindow?: number;
  /** Counts the tokens of a request body; default: by the personality's counter, else in cl100k_base. */
  readonly countTokens?: (body: JsonObject) => number;
  /**
   * How it differs from the provider, as real endpoints do; default: it does not. A refusal by its rules is no failure of
   * the test: it is in the request's `refusal`.
   */
  readonly personality?: PersonalityChoice;
  /** Answers its counter of tokens as broken endpoints do; null: it never answers. Default: the count. */
  readonly answerCount?: (tokens: number) => CounterAnswer;
  /** Groups of words that mean the same to its vectors: another wording is then near. Default none. */
  readonly synonyms?: SynonymGroups;
  /** How many of the newest requests `requests` keeps; default all. */
  readonly keptRequests?: number;
  /** Default: one that is free. */
  readonly port?: number;
}

/** A running scripted model server. */
export interface ModelServer {
  /** `http://127.0.0.1:<port>/v1`: the base URL of OpenAI's chat completions and responses, and of Anthropic's messages. */
  readonly baseUrl: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Every request for an answer that is kept, oldest first; it grows, and `closedByClientAt` is filled in, as things happen. */
  readonly requests: readonly ModelRequest[];
  /** The texts of every request for vectors, oldest first; these are answered without the script. */
  readonly embedded: readonly (readonly string[])[];
  /** Every request to a provider's own counter of tokens, oldest first; these are answered without the script. */
  readonly counted: readonly CountedRequest[];
  /** The replies nobody has asked for yet, without those a script function will make. */
  readonly pending: readonly Reply[];
  /** The failures that no test meant to happen, oldest first. */
  readonly failures: readonly ModelServerFailure[];
  /** Appends to the script. */
  readonly reply: (...replies: readonly Reply[]) => void;
  /** Returns the failures and forgets them, for a test that provokes them on purpose. */
  readonly takeFailures: () => readonly ModelServerFailure[];
  /** Throws for the first failure, else for replies that nobody asked for. */
  readonly assertDone: () => void;
  /**
   * Destroys the open connections and stops; then throws for the first failure unless `check` is false. Replies
   * nobody asked for do not matter here. Closing again has no effect.
   */
  readonly close: (options?: { readonly check?: boolean }) => Promise<void>;
}

/**
 * Starts a scripted model server on 127.0.0.1, which speaks each wire format on the format's own paths. Rejects when
 * the port is taken.
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const state: ServerState = {
    script: createScriptQueue(options.script),
    requests: [],
    keptRequests: options.keptRequests ?? Infinity,
    failures: [],
    rules: toRules(options),
    synonyms: options.synonyms ?? [],
    embedded: [],
    counted: [],
    closing: false,
  };
  const server = createServer((incoming, response) => {
    handleRequest(state, incoming, response).catch((error: unknown) => {
      // A client may leave while an answer is played, or before its request is complete.
      if (isConnectionClosed(error) || !incoming.complete) return;
      throw error;
    });
  });
  const port = await listen(server, options.port ?? 0);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests: state.requests,
    embedded: state.embedded,
    counted: state.counted,
    pending: state.script.pending,
    failures: state.failures,
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

function toRules(options: ModelServerOptions): RequestRules {
  const personality = readPersonality(options.personality);
  return {
    strict: options.strict ?? true,
    models: options.models,
    apiKey: options.apiKey,
    contextWindow: options.contextWindow,
    countTokens: options.countTokens ?? ((body) => countRequest(body, personality.countText)),
    personality,
    answerCount: options.answerCount,
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // A TCP server that is listening has an address of this form.
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

function throwIfAny(error: Error | null): void {
  if (error) throw error;
}
