import { hasTags } from './has-tags.js';
import { parseTemplate } from './parse-template.js';

export function templateProblem(template: string): string | undefined {
  if (!hasTags(template)) return undefined;
  const parsed = parseTemplate(template);
  return 'problem' in parsed ? parsed.problem : undefined;
}
