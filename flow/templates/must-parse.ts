import { parseTemplate, type ParsedTemplate } from './parse-template.js';

/** For a template that was validated when its flow was stored. Throws its problem. */
export function mustParse(template: string): ParsedTemplate {
  const parsed = parseTemplate(template);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}
