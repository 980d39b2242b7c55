import path from 'node:path';

export interface UserCacheDirInput {
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
  readonly xdgCacheHome?: string | undefined;
}

/** As the XDG specification requires, ignores a relative or empty `xdgCacheHome`. */
export function userCacheDir({ platform, homeDir, xdgCacheHome }: UserCacheDirInput): string {
  if (platform === 'win32') return path.win32.join(homeDir, 'AppData', 'Local', 'threadline', 'Cache');
  if (platform === 'darwin') return path.posix.join(homeDir, 'Library', 'Caches', 'threadline');
  const isUsable = xdgCacheHome !== undefined && path.posix.isAbsolute(xdgCacheHome);
  return path.posix.join(isUsable ? xdgCacheHome : path.posix.join(homeDir, '.cache'), 'threadline');
}
