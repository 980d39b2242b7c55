import { ThreadlineError } from './threadline-error.js';

export function executionNotFound(
  id: string,
  kinds = 'Execution or conversation',
  note = '',
): ThreadlineError {
  return new ThreadlineError(
    'Client.NotFound',
    `${kinds} '${id.slice(0, 200)}' does not exist${note}: 'threadline executions list' shows existing ones`,
  );
}
