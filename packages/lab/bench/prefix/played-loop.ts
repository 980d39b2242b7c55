import type { ModelMessage } from '@ai-sdk/provider-utils';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../../context/plan/settings.js';
import { planTranscript } from '../../../../context/transcript/plan-transcript.js';
import { countMessagesTokens } from '../../../../models/counting/count-tokens.js';
import { findCounting } from '../../../../models/counting/model-counting.js';
import { lookUpModel } from '../../../../models/facts/model-table.js';
import { samePrefix, type PrefixTokens } from './same-prefix.js';

export interface PrefixLoop {
  window: number;
  steps: number;
  resultTokens: number;
}

const TOOLS = ['read_page', 'read_artifact'].map((name) => ({
  name,
  description: 'Reads one page.',
  inputSchema: { type: 'object', properties: { page: { type: 'number' } } },
}));

export function playLoop({ window, steps, resultTokens }: PrefixLoop): PrefixTokens {
  const messages: ModelMessage[] = [{ role: 'user', content: 'Read all pages.' }];
  const total: PrefixTokens = { sent: 0, same: 0 };
  let before: readonly ModelMessage[] = [];
  for (let step = 1; step <= steps; step += 1) {
    messages.push(...readPage(step, resultTokens));
    const plan = planTranscript(
      { model: 'gpt-4o', messages, settings: { contextWindow: window, tools: TOOLS, compaction: false } },
      {
        findCounting,
        lookUpModel,
        settings: DEFAULT_CONTEXT_SETTINGS,
      },
    );
    total.sent += countMessagesTokens(plan.messages);
    total.same += countMessagesTokens(samePrefix(plan.messages, before));
    before = plan.messages;
  }
  return total;
}

function readPage(page: number, tokens: number): ModelMessage[] {
  const read = { toolCallId: `page${page}`, toolName: 'read_page' };
  const value = ' a'.repeat(tokens);
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...read, input: { page } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...read, output: { type: 'text', value } }] },
  ];
}
