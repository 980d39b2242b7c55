import { z } from 'zod';
import { approversProblem, type Approvers } from '../../protocol/approvers.js';
import { approvalSecondsProblem } from '../tools/tool-limits.js';
import { MCP_LIMITS } from './mcp-limits.js';
import type { McpServers } from './mcp-servers.js';

const NAME = /^[a-zA-Z0-9]+(?:[_-][a-zA-Z0-9]+)*$/;
const MAX_NAME = 32;
/** A process's arguments and variables cannot contain NUL. */
const PLAIN = z.string().refine((text) => !text.includes('\0'), 'it must not contain a NUL character');
const CALLS = {
  timeoutMs: z
    .int(`it must be a whole number of milliseconds from 1 to ${MCP_LIMITS.wholeCallMs}`)
    .min(1)
    .max(MCP_LIMITS.wholeCallMs)
    .optional(),
  approve: z
    .union(
      [z.boolean(), z.array(z.string().min(1))],
      'it must be true, false or a list of names and patterns',
    )
    .optional(),
  approveBy: z
    .custom<Approvers>((by) => !approversProblem(by), "it must be 'user', 'staff' or a list of roles")
    .optional(),
  approvalSeconds: z
    .number()
    .superRefine((seconds, context) => {
      const problem = approvalSecondsProblem(seconds);
      if (problem) context.addIssue(`it ${problem}`);
    })
    .optional(),
};
const PROCESS = z.strictObject({
  command: PLAIN.min(1, 'it must name a program'),
  args: z.array(PLAIN).optional(),
  env: z.record(z.string().regex(/^[^=\0]+$/, 'it must be the name of a variable'), PLAIN).optional(),
  cwd: PLAIN.min(1).optional(),
  ...CALLS,
});
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const ENDPOINT = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: "it must be an address like 'https://host/mcp'" }),
  headers: z
    .record(
      z.string().regex(HEADER_NAME, 'it must be the name of a header'),
      z.string().regex(HEADER_VALUE, 'it must be the value of a header, on one line'),
    )
    .optional(),
  ...CALLS,
});

export function checkMcpServers(servers: McpServers | undefined): void {
  if (!servers) return;
  if (typeof servers !== 'object' || servers === null || Array.isArray(servers))
    throw new Error("'mcp' must be an object of servers by name: { files: { command: 'npx', args: [...] } }");
  const problems = Object.entries(servers).flatMap(([name, server]) => checkServer(name, server));
  if (problems.length > 0) throw new Error(problems.join('; '));
}

function checkServer(name: string, server: unknown): string[] {
  const where = `MCP server '${name.slice(0, 60)}'`;
  if (!NAME.test(name) || name.length > MAX_NAME)
    return [
      `${where} must be named by 1 to ${MAX_NAME} letters and digits, with single '_' and '-' between them`,
    ];
  if (typeof server !== 'object' || server === null) return [`${where} must be an object`];
  const isProcess = 'command' in server;
  if (isProcess === 'url' in server)
    return [`${where} must have either 'command', to start a process, or 'url', to reach one over HTTP`];
  const { error } = (isProcess ? PROCESS : ENDPOINT).safeParse(server);
  return (error?.issues ?? []).map((issue) => `${where}: ${describe(issue)}`);
}

/** Omits the values, which may be keys. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown fields ${issue.keys.map((key) => `'${key.slice(0, 40)}'`).join(', ')}`;
  const path = issue.path.map(String).join('.');
  const words = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return `field '${path}': ${words}`;
}
