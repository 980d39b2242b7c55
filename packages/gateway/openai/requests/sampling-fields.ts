import type { Context } from 'hono';
import type { GatewayEnv } from '../../gateway-env.js';

/** Fields of OpenAI, vLLM, llama.cpp and Ollama. The flow sets how models are called. */
const SAMPLING_FIELDS: ReadonlySet<string> = new Set([
  ...[
    'min_p',
    'top_k',
    'top_a',
    'typical_p',
    'tfs_z',
    'min_keep',
    'min_tokens',
    'best_of',
    'use_beam_search',
  ],
  ...[
    'repetition_penalty',
    'repeat_penalty',
    'repeat_last_n',
    'length_penalty',
    'penalize_nl',
    'early_stopping',
  ],
  ...['frequency_penalty', 'presence_penalty', 'logit_bias', 'seed', 'stop', 'n_probs'],
  ...['mirostat', 'mirostat_tau', 'mirostat_eta', 'dynatemp_range', 'dynatemp_exponent', 'samplers'],
  ...['dry_multiplier', 'dry_base', 'dry_allowed_length', 'dry_penalty_last_n', 'dry_sequence_breakers'],
  ...['xtc_probability', 'xtc_threshold', 'top_n_sigma', 'stop_token_ids', 'bad_words', 'ignore_eos'],
  ...['include_stop_str_in_output', 'skip_special_tokens', 'spaces_between_special_tokens'],
  ...[
    'allowed_token_ids',
    'truncate_prompt_tokens',
    'detokenize',
    'logits_processors',
    'chat_template_kwargs',
  ],
  ...['penalize_newline', 'num_gpu', 'num_batch', 'num_thread', 'options', 'think', 'n_discard'],
  ...['t_max_predict_ms', 'id_slot', 'reasoning_format'],
  ...['n_predict', 'num_predict', 'n_keep', 'num_keep', 'num_ctx', 'cache_prompt', 'keep_alive'],
]);

export function isSamplingField(name: string): boolean {
  return SAMPLING_FIELDS.has(name);
}

export function warnOfIgnored(c: Context<GatewayEnv>, body: unknown): void {
  const ignored = Object.keys(body as object).filter(isSamplingField);
  if (ignored.length > 0) warn(c, `Ignored: ${ignored.join(', ')}. The flow sets how its models are called`);
}

/** Warns that no request can read the metadata of chat completions. */
export function warnOfMetadata(c: Context<GatewayEnv>, body: unknown): void {
  const { metadata } = body as { metadata?: object | null };
  if (Object.keys(metadata ?? {}).length > 0)
    warn(c, 'Ignored: metadata. A chat completion cannot be read again; send a response to keep metadata');
}

function warn(c: Context<GatewayEnv>, warning: string): void {
  c.res.headers.append('x-threadline-warning', warning);
}
