import { SpanKind } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import {
  describeExecution,
  describeModelCall,
  describeRequest,
  describeToolCall,
} from '../../tracing/genai.js';
import { setStudioUrl } from '../../tracing/studio-url.js';

const executionId = 'conversation/assistant/ada/turn/1/lead/1';
const PLACE = {
  'gen_ai.conversation.id': 'conversation/assistant/ada',
  'session.id': 'conversation/assistant/ada',
  'threadline.execution.id': executionId,
  'threadline.why': '/studio/#/runs/conversation%2Fassistant%2Fada%2Fturn%2F1%2Flead%2F1',
};

const MANIFEST: ContextManifest = {
  policy: 1,
  grammar: 'openai-chat',
  window: 8_000,
  reserve: 1_000,
  systemTokens: 100,
  toolTokens: 40,
  budget: 6_860,
  tokens: 300,
  system: null,
  tools: null,
  sent: [
    { from: 'standing', tokens: 10, text: 'h1' },
    { from: 'summary', tokens: 30, ordinal: 1, throughSeq: 4 },
    { from: 'conversation', tokens: 200, first: 5, last: 7 },
    { from: 'trace', tokens: 100, first: [1, 0], last: [1, 1] },
  ] as unknown as ContextManifest['sent'],
  pointers: [],
  left: [
    { from: 'conversation', first: 1, last: 3, count: 3, tokens: 70, rule: 'covered-by-summary' },
    { from: 'conversation', first: 4, last: 4, count: 1, tokens: 5, rule: 'budget' },
    { from: 'trace', first: 1, last: 1, count: 1, tokens: 6, rule: 'budget' },
  ],
  request: 'hash',
};

describe('describeModelCall', () => {
  test('an answered call -> usage, finish reason, tokens sent by kind and omitted by rule', () => {
    const span = describeModelCall({
      executionId,
      nodeId: 'lead',
      step: 2,
      model: 'google:gemini-3:fast',
      purpose: 'answer',
      manifest: MANIFEST,
      failures: 1,
      usage: { input: 441, cachedInput: 12, output: 7, reasoning: 3 },
      cost: '0.0025',
      finishReason: 'tool-calls',
      responseId: 'r1',
      firstTokenMs: 250,
    });
    expect(span).toEqual({
      name: 'chat gemini-3:fast',
      kind: SpanKind.CLIENT,
      errorType: undefined,
      attributes: {
        ...PLACE,
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'gcp.gemini',
        'gen_ai.request.model': 'gemini-3:fast',
        'gen_ai.request.stream': true,
        'gen_ai.response.id': 'r1',
        'gen_ai.response.finish_reasons': ['tool_call'],
        'gen_ai.response.time_to_first_chunk': 0.25,
        'gen_ai.usage.input_tokens': 441,
        'gen_ai.usage.output_tokens': 7,
        'gen_ai.usage.cache_read.input_tokens': 12,
        'gen_ai.usage.reasoning.output_tokens': 3,
        'threadline.node.id': 'lead',
        'threadline.step': 2,
        'threadline.purpose': 'answer',
        'threadline.model.failures': 1,
        'threadline.cost.usd': 0.0025,
        'threadline.window.tokens': 8_000,
        'threadline.sent.system.tokens': 60,
        'threadline.sent.tools.tokens': 40,
        'threadline.sent.standing.tokens': 10,
        'threadline.sent.summary.tokens': 30,
        'threadline.sent.passages.tokens': 0,
        'threadline.sent.history.tokens': 200,
        'threadline.sent.steps.tokens': 100,
        'threadline.sent.notes.tokens': 0,
        'threadline.omitted.covered-by-summary.tokens': 70,
        'threadline.omitted.budget.tokens': 11,
      },
    });
  });

  test('a failed call -> its error type, and no usage', () => {
    const call = {
      executionId,
      nodeId: 'lead',
      step: 2,
      model: 'openai:gpt',
      purpose: 'compaction' as const,
      manifest: MANIFEST,
      failures: 0,
    };
    const { errorType, attributes } = describeModelCall({ ...call, errorType: 'Model.RateLimited' });
    expect(errorType).toBe('Model.RateLimited');
    expect(attributes['gen_ai.usage.input_tokens']).toBeUndefined();
    expect(attributes['gen_ai.response.finish_reasons']).toBeUndefined();
  });
});

describe('describeToolCall', () => {
  test.each([
    [{ isError: false, isUnknown: false }, undefined],
    [{ isError: true, isUnknown: false }, 'Tool.Failed'],
    [{ isError: true, isUnknown: true }, 'Tool.OutcomeUnknown'],
  ])('%j -> error type %s', (end, errorType) => {
    const call = { executionId, nodeId: 'lead', step: 1, toolName: 'look', toolCallId: 'c1', ...end };
    expect(describeToolCall(call)).toEqual({
      name: 'execute_tool look',
      kind: SpanKind.INTERNAL,
      errorType,
      attributes: {
        ...PLACE,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'look',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.type': 'function',
        'threadline.node.id': 'lead',
        'threadline.step': 1,
      },
    });
  });
});

describe('setStudioUrl', () => {
  test.each(['https://chats.example.com/studio', 'https://chats.example.com/studio/'])(
    '%s -> spans link to it',
    (url) => {
      setStudioUrl(url);
      try {
        const { attributes } = describeRequest({ name: 'ask', flow: 'assistant', executionId });
        expect(attributes['threadline.why']).toBe(`https://chats.example.com${PLACE['threadline.why']}`);
      } finally {
        setStudioUrl(undefined);
      }
    },
  );
});

describe('describeExecution', () => {
  test('a failed execution -> the flow as agent, its usage and error type', () => {
    const usage = { inputTokens: 5, outputTokens: 6, cost: null };
    const end = { executionId, flow: 'hand', flowVersion: 3, status: 'failed', usage } as const;
    expect(describeExecution({ ...end, errorType: 'Node.Failed' })).toEqual({
      name: 'invoke_agent hand',
      kind: SpanKind.INTERNAL,
      errorType: 'Node.Failed',
      attributes: {
        ...PLACE,
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'threadline',
        'gen_ai.agent.name': 'hand',
        'gen_ai.agent.version': '3',
        'gen_ai.usage.input_tokens': 5,
        'gen_ai.usage.output_tokens': 6,
        'threadline.status': 'failed',
        'threadline.cost.usd': undefined,
      },
    });
  });
});
