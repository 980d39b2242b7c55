import { isJsonObject, type JsonObject } from '../http/json.js';

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

interface Turn {
  readonly role: unknown;
  readonly parts: readonly JsonObject[];
  readonly calls: readonly JsonObject[];
  readonly results: readonly JsonObject[];
}

/** In Google's words, as far as known. */
export function validateContents(
  body: unknown,
  { needsSignatures }: { readonly needsSignatures: boolean },
): string | undefined {
  if (!isJsonObject(body)) return 'Invalid JSON payload received.';
  const contents: readonly unknown[] = Array.isArray(body['contents']) ? body['contents'] : [];
  if (contents.length === 0) return '* GenerateContentRequest.contents: contents is not specified';
  const turns = contents.filter(isJsonObject).map(toTurn);
  if (turns[0]?.role !== 'user') return 'Please ensure that the first content is of the role user.';
  const problem = findInTurns(turns);
  if (problem !== undefined) return problem;
  if (needsSignatures && !areSigned(turns))
    return 'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.';
  return checkTools(body['tools']);
}

function toTurn({ role, parts: given }: JsonObject): Turn {
  const parts = (Array.isArray(given) ? given : []).filter(isJsonObject);
  const pick = (name: string) => parts.map((part) => part[name]).filter(isJsonObject);
  return { role, parts, calls: pick('functionCall'), results: pick('functionResponse') };
}

function findInTurns(turns: readonly Turn[]): string | undefined {
  for (const [index, { role, parts, calls, results }] of turns.entries()) {
    const at = `* GenerateContentRequest.contents[${index}]`;
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
    if (parts.length === 0) return `${at}.parts: contents.parts must not be empty.`;
    if (parts.some((part) => Object.keys(part).every((name) => name === 'thoughtSignature')))
      return `${at}.parts: required oneof field 'data' must have one initialized field`;
    if (parts.some(({ text }) => text === ''))
      return `${at}.parts: Unable to submit request with an empty text.`;
    if (calls.some(({ name }) => !NAME.test(String(name)))) return `${at}.parts: Invalid function name.`;
    const called = turns[index - 1]?.calls ?? [];
    if (results.length !== called.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    if (called.some(({ id }) => !results.some((result) => result['id'] === id)))
      return `${at}.parts: a function response has the id of no function call.`;
    const before = turns[index - 1];
    if (calls.length > 0 && (role !== 'model' || before?.role !== 'user'))
      return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
  }
  const open = turns.at(-1)?.calls.length ?? 0;
  return open === 0 ? undefined : 'Please ensure that function call turns are answered.';
}

/** In the current turn, each answer's first call must carry its thought signature. */
function areSigned(turns: readonly Turn[]): boolean {
  const start = turns.findLastIndex(({ role, results }) => role === 'user' && results.length === 0);
  return turns.slice(start).every(({ parts }) => {
    const first = parts.find((part) => isJsonObject(part['functionCall']));
    return first === undefined || typeof first['thoughtSignature'] === 'string';
  });
}

function checkTools(tools: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [];
  const declared = list
    .filter(isJsonObject)
    .flatMap(({ functionDeclarations }) => (Array.isArray(functionDeclarations) ? functionDeclarations : []))
    .filter(isJsonObject)
    .map(({ name }) => String(name));
  const wrong = declared.find((name) => !NAME.test(name));
  if (wrong !== undefined) return `* GenerateContentRequest.tools: Invalid function name ${wrong}.`;
  return new Set(declared).size === declared.length ? undefined : 'Duplicate function declaration found.';
}
