import { describe, expect, test } from 'vitest';
import { databaseAddress } from '../../../cli/system/find-system.js';

describe('databaseAddress', () => {
  test('a URL with a password -> without it', () =>
    expect(databaseAddress('postgres://me:secret@db.example:5432/chats?sslmode=require')).toBe(
      'db.example:5432/chats',
    ));
});
