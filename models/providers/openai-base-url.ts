/** OpenAI's own endpoint. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Whether a base URL is OpenAI's own, so that its own provider package and model list apply. */
export function isOpenAiBaseUrl(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).hostname === new URL(OPENAI_BASE_URL).hostname;
}
