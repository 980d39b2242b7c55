let studioUrl = '/studio';

/** Process-wide. Default: a path without a host. */
export function setStudioUrl(url: string | undefined): void {
  studioUrl = url?.replace(/\/+$/, '') ?? '/studio';
}

export function linkToWhy(executionId: string): string {
  return `${studioUrl}/#/runs/${encodeURIComponent(executionId)}`;
}
