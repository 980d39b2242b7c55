import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { zeroLatencyModel } from '../../../packages/lab/bench/zero-latency-model.js';
import { askedSentinels } from '../../../packages/testing/asked-sentinels.js';
import { promptText } from './fixtures.js';

export const METAS = ['good', 'missing', 'malformed', 'empty'] as const;
export type Meta = (typeof METAS)[number];
export const SUMMARIES = ['good', 'blank', 'fails'] as const;
export type SummaryKind = (typeof SUMMARIES)[number];

const TAG = /\btag[a-z]+\b/g;

export function tagOf(place: number): string {
  const letters = [...String(place)].map((digit) => String.fromCharCode(97 + Number(digit)));
  return `tag${letters.join('')}`;
}

export function tagsIn(text: string): Set<string> {
  return new Set(text.match(TAG));
}

export interface TaggingState {
  meta: Meta;
  summary: SummaryKind;
  answer: string;
}

export function taggingModel(state: TaggingState): LanguageModelV3 {
  return {
    ...zeroLatencyModel(''),
    doStream(options: LanguageModelV3CallOptions) {
      const said = promptText(options.prompt);
      if (said.includes('You keep the running summary')) return summarize(said);
      return zeroLatencyModel(state.answer + metaOf(said)).doStream(options);
    },
  };

  function summarize(said: string): ReturnType<LanguageModelV3['doStream']> {
    if (state.summary === 'fails') return Promise.reject(new Error('The provider is unavailable'));
    return zeroLatencyModel(state.summary === 'blank' ? ' ' : summaryOf(said)).doStream({ prompt: [] });
  }

  function metaOf(said: string): string {
    const asked = askedSentinels(said);
    if (asked === undefined) return '';
    const { open, close } = asked;
    const summary = summaryOf(said);
    switch (state.meta) {
      case 'missing':
        return '';
      case 'malformed':
        return `\n${open}\n{"summary": ["${summary}"], "title"`;
      case 'empty':
        return `\n${open}\n{"summary": ""}\n${close}`;
      case 'good':
        return `\n${open}\n${JSON.stringify({ summary, title: 'Tags' })}\n${close}`;
    }
  }
}

function summaryOf(said: string): string {
  return `[Topic: Talk] ${[...tagsIn(said)].join(' ')}`;
}
