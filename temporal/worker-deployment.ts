/** The build of a worker that takes part in Temporal's Worker Versioning. */
export interface WorkerDeployment {
  /** All builds of one service share it. */
  readonly name: string;
  /** Different for each build, such as the hash of its commit. */
  readonly buildId: string;
}

/** The server answers a poll with a wrong name by ending the worker. */
const MAX_BYTES = 255;

/** Throws a sentence that names the part of a deployment that Temporal would reject. */
export function checkDeployment({ name, buildId }: WorkerDeployment): void {
  if (!isName(name) || /[.:]|^__/.test(name))
    throw new Error(
      `The deployment name '${name}' must have 1 to ${MAX_BYTES} bytes, no '.' and no ':', and not begin with '__'`,
    );
  if (!isName(buildId) || buildId.includes(':'))
    throw new Error(`The build ID '${buildId}' must have 1 to ${MAX_BYTES} bytes, and no ':'`);
}

/** A project's file may leave a field undefined, as by an environment variable that is not set. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= MAX_BYTES;
}
