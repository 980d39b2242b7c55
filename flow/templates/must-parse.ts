import { parseTemplate, type ParsedTemplate } from './parse-template.js';

/** Throws the problem of an invalid template. */
export function mustParse(template: string): ParsedTemplate {
  const parsed = parseTemplate(template);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}
