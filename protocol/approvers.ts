/** The requesting user, the project's `approvers`, or callers with one of these roles. */
export type Approvers = 'user' | 'staff' | readonly string[];

const STAFF_ROLES: readonly string[] = ['staff'];

export const MAX_QUORUM = 20;
const MAX_ROLES = 20;
const ROLE = /^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u;

export function toRoles(by: Approvers, staff = STAFF_ROLES): readonly string[] | null {
  if (by === 'user') return null;
  return by === 'staff' ? staff : by;
}

export function rolesProblem(roles: unknown): string | undefined {
  if (!Array.isArray(roles) || roles.length === 0 || roles.length > MAX_ROLES)
    return `must be a list of 1 to ${MAX_ROLES} roles`;
  const wrong: unknown = roles.find((role) => typeof role !== 'string' || !ROLE.test(role));
  return wrong === undefined
    ? undefined
    : `has '${String(wrong)}': a role has 1 to 64 characters, without control characters`;
}

export function approversProblem(by: unknown): string | undefined {
  if (by === 'user' || by === 'staff') return undefined;
  return rolesProblem(by) ? "must be 'user', 'staff' or a list of roles" : undefined;
}

export function nameApprovers(roles: readonly string[] | null): string {
  return roles === null ? 'the requesting user' : roles.join(' or ');
}

export function checkApprovers(approvers: unknown): void {
  const problem = approvers === undefined ? undefined : rolesProblem(approvers);
  if (problem) throw new Error(`'approvers' ${problem}`);
}

export function showQuestion({
  prompt,
  approvers,
  name,
  isOneOfSeveral,
}: {
  prompt: string;
  approvers: readonly string[] | null;
  name: string;
  isOneOfSeveral?: true | undefined;
}): string {
  if (approvers !== null) return `${prompt}\n\n(Waiting for approval by ${nameApprovers(approvers)}.)`;
  return isOneOfSeveral ? `${prompt}\n\n(${answerByName(name)})` : prompt;
}

export function answerByName(name: string): string {
  return `Several questions are open. Answer this one with '${name}: yes' or '${name}: no'.`;
}
