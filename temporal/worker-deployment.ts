/** The build of a worker under Temporal's Worker Versioning. */
export interface WorkerDeployment {
  /** Shared by all builds of a service. */
  readonly name: string;
  /** Unique per build, such as its commit hash. */
  readonly buildId: string;
}

/** The server answers a poll with an invalid name by ending the worker. */
const MAX_BYTES = 255;

/** Throws with the part that Temporal would reject. */
export function checkDeployment({ name, buildId }: WorkerDeployment): void {
  if (!isName(name) || /[.:]|^__/.test(name))
    throw new Error(
      `The deployment name '${name}' must have 1 to ${MAX_BYTES} bytes, no '.' and no ':', and not begin with '__'`,
    );
  if (!isName(buildId) || buildId.includes(':'))
    throw new Error(`The build ID '${buildId}' must have 1 to ${MAX_BYTES} bytes, and no ':'`);
}

/** A project's file may leave a field undefined, for example from an unset environment variable. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= MAX_BYTES;
}
