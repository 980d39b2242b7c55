import path from 'node:path';

/** What decides where a user's cache lies. `xdgCacheHome` is the value of XDG_CACHE_HOME. */
export interface UserCacheDirInput {
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
  readonly xdgCacheHome?: string | undefined;
}

/**
 * Names the folder in which this project keeps what it fetched for all clones of one user. Pure: creates
 * nothing. A relative or empty `xdgCacheHome` is ignored, as the XDG specification asks.
 */
export function userCacheDir({ platform, homeDir, xdgCacheHome }: UserCacheDirInput): string {
  if (platform === 'win32') return path.win32.join(homeDir, 'AppData', 'Local', 'threadline', 'Cache');
  if (platform === 'darwin') return path.posix.join(homeDir, 'Library', 'Caches', 'threadline');
  const isUsable = xdgCacheHome !== undefined && path.posix.isAbsolute(xdgCacheHome);
  return path.posix.join(isUsable ? xdgCacheHome : path.posix.join(homeDir, '.cache'), 'threadline');
}
