import { parseTemplate, type ParsedTemplate } from './parse-template.js';

export function mustParse(template: string): ParsedTemplate {
  const parsed = parseTemplate(template);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}
