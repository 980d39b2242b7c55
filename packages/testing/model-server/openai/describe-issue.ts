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

/** In OpenAI's words. A message of the schema is the noun or the list of the sentence. */
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
        return tooSmall(issue, param);
      case 'too_big':
        return tooBig(issue, param);
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

function tooSmall(issue: Issue & { code: 'too_small' }, param: string): ErrorFacts {
  const { origin, minimum, input, message } = issue;
  if (origin === 'number') {
    const sentence = `${message} below minimum value. Expected a value >= ${minimum}, but got ${String(input)} instead.`;
    return invalidRequest(`Invalid '${param}': ${sentence}`, param, `${message}_below_min_value`);
  }
  const sentence = `empty ${origin}. Expected ${NOUNS[origin]} with minimum length ${minimum}, but got an empty ${origin} instead.`;
  return invalidRequest(`Invalid '${param}': ${sentence}`, param, `empty_${origin}`);
}

function tooBig(issue: Issue & { code: 'too_big' }, param: string): ErrorFacts {
  const { origin, maximum, input, message } = issue;
  if (origin === 'number') {
    const sentence = `${message} above maximum value. Expected a value <= ${maximum}, but got ${String(input)} instead.`;
    return invalidRequest(`Invalid '${param}': ${sentence}`, param, `${message}_above_max_value`);
  }
  const noun = NOUNS[origin];
  const { length } = input as string | readonly unknown[]; // of this origin
  const sentence = `${origin} too long. Expected ${noun} with maximum length ${maximum}, but got ${noun} with length ${length} instead.`;
  return invalidRequest(`Invalid '${param}': ${sentence}`, param, `${origin}_above_max_length`);
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

/** As `messages[0].content[1].text`. */
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
