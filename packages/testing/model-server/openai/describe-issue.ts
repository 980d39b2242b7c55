import type { Issue } from '../http/schema.js';
import { isJsonObject } from '../http/json.js';
import type { ErrorFacts } from '../http/model-request.js';
import { invalidRequest } from './openai-errors.js';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  int: 'an integer',
  number: 'a decimal',
  boolean: 'a boolean',
};

/** OpenAI's sentence uses the schema's message as noun or list. */
export function describeIssue(issue: Issue): ErrorFacts {
  const { input, message } = issue;
  const param = formatPath(issue.path) || 'body';
  if (issue.path.at(-1) === 'content' && (input == null || issue.code === 'custom')) {
    const nullContent = "Invalid value for 'content': expected a string, got null.";
    return invalidRequest(nullContent, param.replace('[', '.['));
  }
  if (input !== undefined)
    switch (issue.code) {
      case 'invalid_type': {
        const expected = message || NOUNS[issue.expected];
        const sentence = `Invalid type for '${param}': expected ${expected}, but got ${nameType(input)} instead.`;
        return invalidRequest(sentence, param, 'invalid_type');
      }
      case 'too_small':
      case 'too_big':
        return outOfRange(issue, param);
      case 'invalid_format': {
        const pattern = `a string that matches the pattern '${issue.pattern?.slice(1, -1)}'`;
        const sentence = `Invalid '${param}': string does not match pattern. Expected ${pattern}.`;
        return invalidRequest(message || sentence, param, 'invalid_value');
      }
      case 'unrecognized_keys':
        return unknownKeys(issue.keys, issue.path);
      case 'invalid_value':
        return unsupported(param, input, message || list(issue.values));
      case 'invalid_union': {
        const value = isJsonObject(input) ? input[String(issue.path.at(-1))] : undefined;
        if (value !== undefined && 'options' in issue)
          return unsupported(param, value, list(issue.options ?? []));
        break;
      }
      case 'custom':
        return invalidRequest(message, param, 'invalid_value');
    }
  return invalidRequest(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
}

function outOfRange(issue: Issue & { code: 'too_small' | 'too_big' }, param: string): ErrorFacts {
  const { origin, message: kind } = issue;
  const isLow = issue.code === 'too_small';
  const limit = isLow ? issue.minimum : issue.maximum;
  const invalid = (problem: string, code: string) =>
    invalidRequest(`Invalid '${param}': ${problem} instead.`, param, code);
  if (origin === 'number') {
    const [side, edge, sign] = isLow ? ['below', 'min', '>='] : ['above', 'max', '<='];
    const expected = `${kind} ${side} ${edge}imum value. Expected a value ${sign} ${limit}`;
    return invalid(`${expected}, but got ${String(issue.input)}`, `${kind}_${side}_${edge}_value`);
  }
  const noun = NOUNS[origin];
  const expected = `Expected ${noun} with ${isLow ? 'min' : 'max'}imum length ${limit}`;
  if (isLow) return invalid(`empty ${origin}. ${expected}, but got an empty ${origin}`, `empty_${origin}`);
  const { length } = issue.input as string | readonly unknown[]; // the origin decides the type
  const problem = `${origin} too long. ${expected}, but got ${noun} with length ${length}`;
  return invalid(problem, `${origin}_above_max_length`);
}

function unknownKeys(keys: readonly string[], path: readonly PropertyKey[]): ErrorFacts {
  if (path.length === 0) {
    const plural = keys.length > 1 ? 's' : '';
    return invalidRequest(`Unrecognized request argument${plural} supplied: ${keys.join(', ')}`);
  }
  const param = formatPath([...path, ...keys.slice(0, 1)]);
  return invalidRequest(`Unknown parameter: '${param}'.`, param, 'unknown_parameter');
}

function unsupported(param: string, value: unknown, supported: string): ErrorFacts {
  const sentence = `Invalid value: '${String(value)}'. Supported values are: ${supported}.`;
  return invalidRequest(sentence, param, 'invalid_value');
}

function formatPath(path: readonly PropertyKey[]): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return steps.join('').slice(1);
}

function list(values: readonly unknown[]): string {
  const [last, ...others] = values.map((value) => `'${String(value)}'`).reverse();
  if (others.length < 2) return [...others, last].join(' and ');
  return `${others.reverse().join(', ')}, and ${last}`;
}

function nameType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return `a ${typeof value}`;
}
