import type { CallExplanation } from '../../../views/call.js';
import { explainManifest } from '../../../context/explain/explain-manifest.js';
import { createStyle } from '../../../cli/format/style.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { MANIFEST, ROWS } from '../../context/explain/fixtures.js';

export function explainedCall({
  manifest,
  ...changes
}: Partial<CallExplanation> & { manifest?: Partial<ContextManifest> | { policy: 2 } } = {}): CallExplanation {
  const executionId = 'conversation/assistant/ada/turn/t1';
  return {
    callId: `${executionId}/agent/5`,
    stepInNode: 5,
    executionId,
    conversationId: 'conversation/assistant/ada',
    step: 5,
    nodeId: 'agent',
    status: 'completed',
    purpose: 'answer',
    guard: null,
    model: 'openai:gpt-4o',
    inputTokens: 1_400,
    cachedInputTokens: 1_024,
    outputTokens: 30,
    reasoningTokens: 12,
    reasoning: null,
    cost: '0.003800000000',
    finishReason: 'stop',
    errorType: null,
    errorMessage: null,
    createdAt: new Date(0),
    finishedAt: new Date(1_000),
    context: explainManifest({ ...MANIFEST, ...manifest }, ROWS),
    sameTokens: null,
    ...changes,
  };
}

export const PLAIN_VIEW = { style: createStyle(false), isColored: false, width: 60 };
