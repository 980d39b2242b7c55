import type { ToolContent } from '@ai-sdk/provider-utils';
import type { ToolOutput } from '../../../context/entries.js';
import { findGrammar } from '../../../context/grammar/grammar.js';
import { planSpill } from '../../../context/spill/plan-spill.js';
import { resultPictures } from '../../../context/spill/result-pictures.js';
import { renderOutput } from '../../../context/spill/render-output.js';
import { countImageTokens } from '../../../models/counting/count-image-tokens.js';
import { countMessageTokens, countTextTokens } from '../../../models/counting/count-tokens.js';
import type { NewArtifact } from '../../../store/artifacts/artifacts.js';
import { cleanToolOutput } from './to-tool-output.js';

/** A longer text is not counted but estimated: counting would keep the worker's Heartbeats waiting. */
const MAX_COUNTED_CHARACTERS = 64 * 1024 * 1024;
const CHARACTERS_PER_TOKEN = 4;
/** A picture may say that it is four billion pixels wide; the columns for counts hold integers. */
const MAX_TOKENS = 1_000_000_000;
/** Measured on random bytes. */
const BASE64_CHARACTERS_PER_TOKEN = 1.4;

export interface CapToolOutputInput {
  output: ToolOutput;
  call: { toolCallId: string; toolName: string };
  step: number;
  ordinal: number;
  /** Plain tokens that the result may have. */
  limit: number;
  /** `provider:model`; by its grammar pictures are sent as pictures or as text. */
  model: string;
  /** False: what is too large is not kept. */
  canStore: boolean;
}

/** A tool's result as it is stored: within the limit, with what it points at. */
export interface CappedToolOutput {
  content: ToolContent;
  tokenCount: number;
  spilledTokens: number;
  isError: boolean;
  artifacts: NewArtifact[];
}

/** Makes of a tool's output a result that fits a context: as it is, as a pointer to artifacts, or as an error. */
export function capToolOutput(input: CapToolOutputInput): CappedToolOutput {
  const { call, step, ordinal, limit, canStore } = input;
  const tokens = countOutput(input.output, input.model);
  const plan = planSpill({
    ...{ output: input.output, tokens, limit, tool: call.toolName, step, ordinal, canStore },
    countText: countTextTokens,
    countPicture: (base64) => Math.min(countImageTokens(base64), MAX_TOKENS),
  });
  const output = cleanToolOutput(plan?.output ?? input.output);
  const content = contentOf(output, call);
  const shownTokens = tokensOf(output);
  return {
    content,
    tokenCount: countMessageTokens({ role: 'tool', content }),
    spilledTokens: plan === null ? 0 : Math.max(0, tokens - shownTokens),
    isError: ['error-text', 'error-json', 'execution-denied'].includes(output.type),
    artifacts: plan?.artifacts ?? [],
  };
}

/**
 * Tokens of an output as it is sent. Chat completions have no pictures in tool results: they go out as JSON,
 * base64 and all, so there they cost what that text does besides.
 */
function countOutput(output: ToolOutput, model: string): number {
  const characters = renderOutput(output).length;
  if (characters > MAX_COUNTED_CHARACTERS) return Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const tokens = tokensOf(output);
  if (findGrammar(model) !== 'openai-chat') return tokens;
  return resultPictures(output).reduce(
    (sum, { base64 }) => sum + Math.ceil(base64.length / BASE64_CHARACTERS_PER_TOKEN),
    tokens,
  );
}

/** Tokens of an output without the overhead of a message. */
function tokensOf(output: ToolOutput): number {
  const content = contentOf(output, { toolCallId: '', toolName: '' });
  const overhead = countMessageTokens({ role: 'tool', content: [] });
  return Math.min(countMessageTokens({ role: 'tool', content }) - overhead, MAX_TOKENS);
}

function contentOf(output: ToolOutput, { toolCallId, toolName }: CapToolOutputInput['call']): ToolContent {
  return [{ type: 'tool-result', toolCallId, toolName, output }];
}
