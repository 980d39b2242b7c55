import { z } from 'zod';
import type { ErrorFacts } from '../http/model-request.js';
import { firstIssue } from '../http/schema.js';
import { describeIssue } from '../openai/describe-issue.js';
import { invalidRequest, unknownModel } from '../openai/openai-errors.js';

const NOT_A_PICTURE =
  "Invalid 'image_url'. Expected a base64-encoded data URL with an image MIME type, but got a value without one.";

const text = z.object({ type: z.literal('input_text') });
const picture = z
  .object({
    type: z.literal('input_image'),
    image_url: z
      .string()
      .regex(/^https?:|^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+=*$/, NOT_A_PICTURE)
      .nullish(),
    file_id: z.string().nullish(),
  })
  .refine((part) => part.image_url ?? part.file_id, "Missing required parameter: 'image_url' or 'file_id'.");
const file = z.object({ type: z.literal('input_file') });
const answer = z.object({ type: z.enum(['output_text', 'refusal']) });

const instruction = z.union([z.string(), z.array(z.discriminatedUnion('type', [text]))]);
const item = z.union([
  z.discriminatedUnion('role', [
    z.object({
      role: z.literal('assistant'),
      content: z.union([z.string(), z.array(z.discriminatedUnion('type', [answer]))]),
    }),
    z.object({ role: z.literal('system'), content: instruction }),
    z.object({ role: z.literal('developer'), content: instruction }),
    z.object({
      role: z.literal('user'),
      content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, picture, file]))]),
    }),
  ]),
  z.object({ role: z.undefined().optional(), type: z.string(), call_id: z.string().optional() }),
]);
const responsesBody = z.object({ model: z.string(), input: z.union([z.string(), z.array(item)]) });
type ResponsesBody = z.infer<typeof responsesBody>;

export function validateResponsesRequest(
  body: unknown,
  { models }: { readonly models?: readonly string[] },
): ErrorFacts | null {
  const issue = firstIssue(responsesBody, body);
  if (issue) return describeIssue(issue);
  const { model, input } = body as ResponsesBody; // the schema found no issue
  if (models && !models.includes(model)) return unknownModel(model);
  const [problem] = typeof input === 'string' ? [] : callProblems(input);
  return problem ? invalidRequest(problem, 'input') : null;
}

/** No response is stored, so each call must precede its output. */
function* callProblems(items: Exclude<ResponsesBody['input'], string>): Generator<string> {
  const open = new Set<string>();
  for (const each of items) {
    if (each.role) continue;
    const id = String(each.call_id);
    if (each.type === 'function_call') open.add(id);
    if (each.type === 'function_call_output' && !open.delete(id))
      yield `No tool call found for function call output with call_id ${id}.`;
  }
  if (open.size > 0) yield `The following tool calls have no output: ${[...open].join(', ')}`;
}
