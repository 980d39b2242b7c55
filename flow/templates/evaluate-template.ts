import { hasTags } from './has-tags.js';
import { mustParse } from './must-parse.js';
import { parsedValue, type RenderOptions, type TemplateScope } from './render-parsed.js';

/**
 * The value of a template: of its expression when it is nothing else, which keeps its type and is undefined where
 * something is missing; else its text. Throws as `renderText` does.
 */
export function evaluateTemplate(
  template: string,
  scope: TemplateScope,
  options: RenderOptions = {},
): unknown {
  if (!hasTags(template)) return template;
  return parsedValue(mustParse(template), { scope, ...options });
}
