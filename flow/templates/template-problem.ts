import { hasTags } from './has-tags.js';
import { parseTemplate } from './parse-template.js';

/** A sentence when a template is wrong: a tag that is not closed, a filter that is not known. Undefined when it is fine. */
export function templateProblem(template: string): string | undefined {
  if (!hasTags(template)) return undefined;
  const parsed = parseTemplate(template);
  return 'problem' in parsed ? parsed.problem : undefined;
}
