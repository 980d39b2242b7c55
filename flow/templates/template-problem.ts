import { hasTags } from './has-tags.js';
import { parseTemplate } from './parse-template.js';

/** Returns a sentence about an invalid template, for example an unclosed tag or an unknown filter. */
export function templateProblem(template: string): string | undefined {
  if (!hasTags(template)) return undefined;
  const parsed = parseTemplate(template);
  return 'problem' in parsed ? parsed.problem : undefined;
}
