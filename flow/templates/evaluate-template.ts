import { hasTags } from './has-tags.js';
import { mustParse } from './must-parse.js';
import { parsedValue, type RenderOptions, type TemplateScope } from './render-parsed.js';

/** A single expression keeps its value's type. Throws like `renderText`. */
export function evaluateTemplate(
  template: string,
  scope: TemplateScope,
  options: RenderOptions = {},
): unknown {
  if (!hasTags(template)) return template;
  return parsedValue(mustParse(template), { scope, ...options });
}
