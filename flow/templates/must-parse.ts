import { parseTemplate, type ParsedTemplate } from './parse-template.js';

/** Parses a template that was checked when its flow was stored. Throws its problem when it has one. */
export function mustParse(template: string): ParsedTemplate {
  const parsed = parseTemplate(template);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}
