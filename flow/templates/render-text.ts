import { hasTags } from './has-tags.js';
import { Meter } from './meter.js';
import { mustParse } from './must-parse.js';
import { renderParsed, type TemplateScope } from './render-parsed.js';

/**
 * A template with its values filled in. An output whose value is missing stays as it is written; null is empty,
 * lists and objects are JSON. Throws a sentence for a wrong template and for one that costs too much.
 */
export function renderText(template: string, scope: TemplateScope, meter = new Meter()): string {
  if (!hasTags(template)) return template;
  return renderParsed(mustParse(template), { scope, meter });
}
