/** For Temporal's Worker Versioning. */
export interface WorkerDeployment {
  /** Shared by all builds of a service. */
  readonly name: string;
  /** Unique per build, such as its commit hash. */
  readonly buildId: string;
}

/** The server ends a worker with a longer name. */
const MAX_BYTES = 255;

export function checkDeployment({ name, buildId }: WorkerDeployment): void {
  if (!isName(name) || /[.:]|^__/.test(name))
    throw new Error(
      `The deployment name '${name}' must have 1 to ${MAX_BYTES} bytes, no '.' and no ':', and not begin with '__'`,
    );
  if (!isName(buildId) || buildId.includes(':'))
    throw new Error(`The build ID '${buildId}' must have 1 to ${MAX_BYTES} bytes, and no ':'`);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= MAX_BYTES;
}
