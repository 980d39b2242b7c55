import { countPdfPages } from '../../files/count-pdf-pages.js';

/**
 * Tokens of one page, as an upper bound over the providers. Anthropic publishes 1,500 to 3,000 a page, which it reads as
 * text and as a picture (platform.claude.com/docs/en/build-with-claude/pdf-support); OpenAI sends text and picture, too
 * (developers.openai.com/api/docs/guides/pdf-files); Gemini counts 258 (ai.google.dev/gemini-api/docs/document-processing).
 */
const PAGE_TOKENS = 3_000;
/** No provider reads more pages of one file: the most is 1,000, by Gemini. */
const MAX_PAGES = 1_000;
/** Where no page can be found: a page of text with a font or a picture has about this many bytes. */
const BYTES_PER_PAGE = 20_000;

/** Tokens of a PDF by its pages; by its size if it is encrypted or broken. Without bytes (a remote file): one page. */
export function countPdfTokens(content: Uint8Array | undefined): number {
  if (content === undefined) return PAGE_TOKENS;
  const pages = countPdfPages(content) || Math.ceil(content.byteLength / BYTES_PER_PAGE);
  return PAGE_TOKENS * Math.min(MAX_PAGES, Math.max(1, pages));
}
