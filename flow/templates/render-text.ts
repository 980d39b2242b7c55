import { hasTags } from './has-tags.js';
import { mustParse } from './must-parse.js';
import { renderParsed, type RenderOptions, type TemplateScope } from './render-parsed.js';

/** Throws an `Error` for the user. */
export function renderText(template: string, scope: TemplateScope, options: RenderOptions = {}): string {
  if (!hasTags(template)) return template;
  return renderParsed(mustParse(template), { scope, ...options });
}
