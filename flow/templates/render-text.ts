import { hasTags } from './has-tags.js';
import { mustParse } from './must-parse.js';
import { renderParsed, type RenderOptions, type TemplateScope } from './render-parsed.js';

/**
 * A template with its values filled in; null is empty, lists and objects are JSON. Throws a sentence for a wrong
 * template, for a missing value unless `missing` allows it, and for a template that costs too much.
 */
export function renderText(template: string, scope: TemplateScope, options: RenderOptions = {}): string {
  if (!hasTags(template)) return template;
  return renderParsed(mustParse(template), { scope, ...options });
}
