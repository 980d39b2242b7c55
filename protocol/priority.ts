/** Temporal's default range is 1 (highest) to 5. */
export const LOWEST_PRIORITY = 5;

export function priorityProblem(priority: unknown): string | undefined {
  if (priority === undefined) return undefined;
  if (Number.isInteger(priority) && Number(priority) >= 1 && Number(priority) <= LOWEST_PRIORITY)
    return undefined;
  const shown = typeof priority === 'object' ? typeof priority : String(priority).slice(0, 40);
  return `The priority '${shown}' is not a whole number from 1 to ${LOWEST_PRIORITY}`;
}
