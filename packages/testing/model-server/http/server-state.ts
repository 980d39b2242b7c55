import type { SynonymGroups } from '../openai/embeddings.js';
import type { ModelServerFailure } from '../replies/failure.js';
import type { JsonObject } from './json.js';
import type { Personality } from '../personalities/personality.js';
import type { RecordedRequest } from '../request/model-request.js';
import type { ScriptQueue } from '../replies/script.js';

export interface ServerState {
  readonly script: ScriptQueue;
  readonly requests: RecordedRequest[];
  readonly keptRequests: number;
  readonly failures: ModelServerFailure[];
  readonly rules: RequestRules;
  readonly synonyms: SynonymGroups;
  readonly embedded: (readonly string[])[];
  readonly counted: CountedRequest[];
  closing: boolean;
}

export interface CountedRequest {
  readonly path: string;
  readonly headers: RecordedRequest['headers'];
  readonly body: JsonObject;
  readonly tokens: number;
}

/** Null never answers. */
export type CounterAnswer = { readonly status: number; readonly body: string } | null;

export interface RequestRules {
  readonly strict: boolean;
  readonly models?: readonly string[];
  readonly apiKey?: string;
  /** Absent: no limit. */
  readonly contextWindow?: number;
  /** Absent: tokens are not counted. */
  readonly countTokens?: (body: JsonObject) => number;
  readonly personality: Personality;
  readonly answerCount?: (tokens: number) => CounterAnswer;
}
