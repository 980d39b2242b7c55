import { describe, expect, test } from 'vitest';
import { findGrammar } from '../../../context/grammar/grammar.js';

describe('findGrammar', () => {
  test.each([
    ['openai:gpt-4o', 'openai-chat'],
    ['openai-responses:gpt-5', 'openai-responses'],
    ['OpenAI/gpt-4o', 'openai-chat'],
    ['anthropic:claude-sonnet-4-5', 'anthropic'],
    ['anthropic/anything', 'anthropic'],
    ['google:gemini-2.5-pro', 'gemini'],
    ['google-vertex/gemini-2.5-pro', 'gemini'],
    ['vertex:claude-sonnet-4-5', 'anthropic'],
    ['vertex-anthropic:claude-opus-5', 'anthropic'],
    ['claude-3-5-sonnet-20241022', 'anthropic'],
    ['Gemini-2.5-flash', 'gemini'],
    ['gpt-4o', 'openai-chat'],
    ['openai:claude-like', 'openai-chat'],
    ['ollama:llama3.2:1b', 'openai-chat'],
    ['', 'openai-chat'],
  ])('%j -> %s', (model, grammar) => expect(findGrammar(model)).toBe(grammar));
});
