import { describe, expect, test } from 'vitest';
import { userCacheDir, type UserCacheDirInput } from '../../../servers/binaries/user-cache-dir.js';

describe('userCacheDir', () => {
  test.each<[string, UserCacheDirInput, string]>([
    ['Linux', { platform: 'linux', homeDir: '/home/ada' }, '/home/ada/.cache/threadline'],
    ['XDG_CACHE_HOME', { platform: 'linux', homeDir: '/home/ada', xdgCacheHome: '/c' }, '/c/threadline'],
    [
      'a relative XDG_CACHE_HOME',
      { platform: 'linux', homeDir: '/home/ada', xdgCacheHome: 'c' },
      '/home/ada/.cache/threadline',
    ],
    [
      'an empty XDG_CACHE_HOME',
      { platform: 'linux', homeDir: '/home/ada', xdgCacheHome: '' },
      '/home/ada/.cache/threadline',
    ],
    ['macOS', { platform: 'darwin', homeDir: '/Users/ada' }, '/Users/ada/Library/Caches/threadline'],
    [
      'Windows',
      { platform: 'win32', homeDir: 'C:\\Users\\ada' },
      'C:\\Users\\ada\\AppData\\Local\\threadline\\Cache',
    ],
  ])("%s -> the platform's cache folder", (_situation, input, folder) => {
    expect(userCacheDir(input)).toBe(folder);
  });
});
