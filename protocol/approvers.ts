/** Who may answer a question: the requesting user, callers with a role of the project's `approvers`, or callers with one of these roles. */
export type Approvers = 'user' | 'staff' | readonly string[];

const STAFF_ROLES: readonly string[] = ['staff'];

/** More people than a question ever needs. */
export const MAX_QUORUM = 20;
const MAX_ROLES = 20;
const ROLE = /^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u;

/**
 * The roles of which a caller needs one to answer; null: the requesting user answers. `staff`: the roles that a project counts as
 * staff, by default `staff`.
 */
export function toRoles(by: Approvers, staff = STAFF_ROLES): readonly string[] | null {
  if (by === 'user') return null;
  return by === 'staff' ? staff : by;
}

/** Returns what is wrong with a list of roles, as the end of a sentence. Absent when nothing is. */
export function rolesProblem(roles: unknown): string | undefined {
  if (!Array.isArray(roles) || roles.length === 0 || roles.length > MAX_ROLES)
    return `must be a list of 1 to ${MAX_ROLES} roles`;
  const wrong: unknown = roles.find((role) => typeof role !== 'string' || !ROLE.test(role));
  return wrong === undefined
    ? undefined
    : `has '${String(wrong)}': a role has 1 to 64 characters, without control characters`;
}

/** Returns what is wrong with a setting of who may answer, as the end of a sentence. Absent when nothing is. */
export function approversProblem(by: unknown): string | undefined {
  if (by === 'user' || by === 'staff') return undefined;
  return rolesProblem(by) === undefined ? undefined : "must be 'user', 'staff' or a list of roles";
}

/** Writes who may answer, for a sentence: `the requesting user`, `staff`, `finance or legal`. */
export function nameApprovers(roles: readonly string[] | null): string {
  return roles === null ? 'the requesting user' : roles.join(' or ');
}

/** Throws where the project's setting `approvers` is no list of roles. */
export function checkApprovers(approvers: unknown): void {
  const problem = approvers === undefined ? undefined : rolesProblem(approvers);
  if (problem !== undefined) throw new Error(`'approvers' ${problem}`);
}

/** Writes a question for readers who answer by their next message: where other people answer, or several questions are open, it says so. */
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

/** Says how a message answers one of several open questions. */
export function answerByName(name: string): string {
  return `Several questions are open. Answer this one with '${name}: yes' or '${name}: no'.`;
}
