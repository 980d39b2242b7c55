import { z } from 'zod';
import { firstIssue, type Issue } from '../http/schema.js';

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const name = z.string().regex(NAME, 'Invalid function name.');

const part = z
  .looseObject({
    text: z.string().min(1, 'Unable to submit request with an empty text.').optional(),
    functionCall: z.looseObject({ name, id: z.string().optional() }).optional(),
    functionResponse: z.looseObject({ id: z.string().optional() }).optional(),
    thoughtSignature: z.string().optional(),
  })
  .refine(
    ({ thoughtSignature: _, ...data }) => Object.keys(data).length > 0,
    "required oneof field 'data' must have one initialized field",
  );
const content = z.looseObject({
  role: z.enum(['user', 'model'], 'Please use a valid role: user, model.'),
  parts: z.array(part).min(1, 'contents.parts must not be empty.'),
});
const generateBody = z.looseObject({
  contents: z.array(content, 'contents is not specified').min(1, 'contents is not specified'),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name })).optional() }))
    .nullish(),
});
type GenerateBody = z.infer<typeof generateBody>;

/** Reports problems in Google's words, as far as they are known. */
export function validateContents(
  body: unknown,
  rules: { readonly needsSignatures: boolean },
): string | undefined {
  const issue = firstIssue(generateBody, body);
  if (issue) return describeIssue(issue);
  const [problem] = findProblems(body as GenerateBody, rules); // the schema found no issue
  return problem;
}

function describeIssue({ path, message, input }: Issue): string {
  if (path.length === 0) return 'Invalid JSON payload received.';
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return message
    ? `* GenerateContentRequest${place}: ${message}`
    : `Invalid value at '${place.slice(1)}', ${JSON.stringify(input)}`;
}

function* findProblems(
  { contents, tools }: GenerateBody,
  { needsSignatures }: { readonly needsSignatures: boolean },
): Generator<string> {
  if (contents[0]?.role !== 'user') yield 'Please ensure that the first content is of the role user.';
  const turns = contents.map(({ role, parts }) => ({
    role,
    calls: parts.filter(({ functionCall }) => functionCall),
    results: parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : [])),
  }));
  for (const [index, { role, calls, results }] of turns.entries()) {
    const before = turns[index - 1];
    const called = before?.calls.map(({ functionCall }) => functionCall?.id) ?? [];
    if (results.length !== called.length)
      yield 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    if (called.some((id) => !results.some((result) => result.id === id)))
      yield `* GenerateContentRequest.contents[${index}].parts: a function response has the id of no function call.`;
    if (calls.length > 0 && (role !== 'model' || before?.role !== 'user'))
      yield 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
  }
  if (turns.at(-1)?.calls.length) yield 'Please ensure that function call turns are answered.';
  // In the current turn, each answer's first call must have its thought signature.
  const asked = turns.findLastIndex(({ role, results }) => role === 'user' && results.length === 0);
  if (needsSignatures && turns.slice(asked).some(({ calls: [first] }) => first && !first.thoughtSignature))
    yield 'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.';
  const names = tools?.flatMap((tool) => tool.functionDeclarations?.map((declared) => declared.name) ?? []);
  if (names && new Set(names).size < names.length) yield 'Duplicate function declaration found.';
}
