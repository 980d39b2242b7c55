import { z } from 'zod';

export function unchecked<const Name extends string>(...names: Name[]) {
  const entries = names.map((name) => [name, z.unknown().optional()] as const);
  return Object.fromEntries(entries) as Record<Name, z.ZodOptional<z.ZodUnknown>>; // one entry per name
}

export type Issue = z.core.$ZodIssue;

/** The message is empty unless the schema sets one: each provider has its own words. */
export function firstIssue(schema: z.ZodType, body: unknown): Issue | undefined {
  const [issue] = schema.safeParse(body, { reportInput: true, error: () => '' }).error?.issues ?? [];
  return issue && intoUnion(issue);
}

/** Of a union's issues, returns that of the first option of the value's type, or else of the last. */
function intoUnion(issue: Issue): Issue {
  const options = issue.code === 'invalid_union' ? issue.errors : [];
  const ofType = options.find(([first]) => first?.code !== 'invalid_type' || first.path.length > 0);
  const [inner] = ofType ?? options.at(-1) ?? [];
  return inner ? intoUnion({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}
