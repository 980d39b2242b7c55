const OVERFLOW_CODES = new Set([
  'context_length_exceeded', // OpenAI, and most that speak its protocol
  'model_context_window_exceeded', // Anthropic
  'exceed_context_size_error', // llama.cpp
]);

/** Wordings of providers that have no code of their own for it. */
const OVERFLOW_WORDINGS = [
  /maximum (?:context|prompt) length/i, // OpenAI chat, vLLM, Mistral, xAI
  /(?:exceeds?|exceeded|longer than|greater than) (?:the |your |this )?(?:model's |max(?:imum)? |available )*context (?:window|size|length|limit)/i, // OpenAI responses, llama.cpp, Ollama
  /exceed context (?:limit|window)/i, // Anthropic, llama-cpp-python
  /prompt is too long|input is too long/i, // Anthropic, directly and on Bedrock
  /input token count.{0,40}exceeds the maximum/i, // Gemini
  /longer than the maximum model length/i, // vLLM
  /model's context length is only/i, // vLLM
  /reduce the length of the (?:messages|prompt|input)/i, // OpenAI, Groq
  /prompt too long; exceeded|context (?:the )?overflows/i, // Ollama, LM Studio
];

/** Whether a provider refused because the request is longer than the model's window, by its code or its wording. */
export function isContextOverflow(reason: string, providerCode: string | undefined): boolean {
  if (providerCode !== undefined && OVERFLOW_CODES.has(providerCode)) return true;
  return OVERFLOW_WORDINGS.some((wording) => wording.test(reason));
}
