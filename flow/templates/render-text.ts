import { hasTags } from './has-tags.js';
import { mustParse } from './must-parse.js';
import { renderParsed, type RenderOptions, type TemplateScope } from './render-parsed.js';

/** Throws a sentence for an invalid template, a missing value, or excessive cost. */
export function renderText(template: string, scope: TemplateScope, options: RenderOptions = {}): string {
  if (!hasTags(template)) return template;
  return renderParsed(mustParse(template), { scope, ...options });
}
