import type { SynonymGroups } from '../openai/embeddings.js';
import type { ModelServerFailure } from '../replies/failure.js';
import type { JsonObject } from './json.js';
import type { Personality } from '../personalities/personality.js';
import type { RecordedRequest } from '../request/model-request.js';
import type { ScriptQueue } from '../replies/script.js';

/** The state that one server keeps between requests. */
export interface ServerState {
  readonly script: ScriptQueue;
  readonly requests: RecordedRequest[];
  /** Older ones are forgotten. */
  readonly keptRequests: number;
  readonly failures: ModelServerFailure[];
  readonly rules: RequestRules;
  /** Words that mean the same to its vectors. */
  readonly synonyms: SynonymGroups;
  /** The texts of every request for vectors. */
  readonly embedded: (readonly string[])[];
  /** Every request to a provider's own counter. */
  readonly counted: CountedRequest[];
  closing: boolean;
}

/** A request to a provider's own counter of tokens. */
export interface CountedRequest {
  readonly path: string;
  readonly headers: RecordedRequest['headers'];
  readonly body: JsonObject;
  readonly tokens: number;
}

/** A raw answer of a counter; null: it never answers. */
export type CounterAnswer = { readonly status: number; readonly body: string } | null;

/** The demands of a server on its requests. */
export interface RequestRules {
  /** False lets malformed requests through. */
  readonly strict: boolean;
  /** Absent: any model will do. */
  readonly models?: readonly string[];
  /** Absent: any key will do. */
  readonly apiKey?: string;
  /** In tokens; absent: any length will do. */
  readonly contextWindow?: number;
  /** Counts the tokens of a request body; absent: they are not counted. */
  readonly countTokens?: (body: JsonObject) => number;
  readonly personality: Personality;
  /** Replaces the answers of the counter. */
  readonly answerCount?: (tokens: number) => CounterAnswer;
}
