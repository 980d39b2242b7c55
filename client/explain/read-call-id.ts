/** A node's id may have slashes, so that a call's id has several readings; longer than this nothing is. */
const MAX_ID_CHARACTERS = 2_000;
const MAX_READINGS = 50;

/** The step of a model call's id, and Workflow IDs of the executions that it may begin with; none where it is no such id. */
export interface CallIdReadings {
  step: number;
  /** The likeliest first. */
  executionIds: string[];
}

/** Reads the id of a model call: `<execution Workflow ID>/<node id>/<step>`. */
export function readCallId(id: string): CallIdReadings {
  const step = Number(id.slice(id.lastIndexOf('/') + 1));
  if (id.length > MAX_ID_CHARACTERS || !/\/[1-9]\d{0,8}$/.test(id)) return { step, executionIds: [] };
  const parts = id.split('/');
  const executionIds: string[] = [];
  for (let end = parts.length - 2; end > 0 && executionIds.length < MAX_READINGS; end -= 1)
    executionIds.push(parts.slice(0, end).join('/'));
  return { step, executionIds };
}
