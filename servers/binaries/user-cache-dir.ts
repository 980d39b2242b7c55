import path from 'node:path';

/** The facts that decide where a user's cache folder is. `xdgCacheHome` is the value of XDG_CACHE_HOME. */
export interface UserCacheDirInput {
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
  readonly xdgCacheHome?: string | undefined;
}

/**
 * Names the folder in which this project keeps fetched files for all clones of one user. Pure: creates nothing.
 * Ignores a relative or empty `xdgCacheHome`, as the XDG specification demands.
 */
export function userCacheDir({ platform, homeDir, xdgCacheHome }: UserCacheDirInput): string {
  if (platform === 'win32') return path.win32.join(homeDir, 'AppData', 'Local', 'threadline', 'Cache');
  if (platform === 'darwin') return path.posix.join(homeDir, 'Library', 'Caches', 'threadline');
  const isUsable = xdgCacheHome !== undefined && path.posix.isAbsolute(xdgCacheHome);
  return path.posix.join(isUsable ? xdgCacheHome : path.posix.join(homeDir, '.cache'), 'threadline');
}
