import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const STUDIO = join(import.meta.dirname, '..', '..', 'packages', 'studio');

describe('styles', () => {
  test('every file of the studio except tokens.css -> no color of its own', () => {
    const files = readdirSync(STUDIO, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(?:css|tsx?)$/.test(file) && !file.endsWith('tokens.css'),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) =>
      [
        ...readFileSync(join(STUDIO, file), 'utf8').matchAll(
          /(?<![\w&])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/gi,
        ),
      ].map(([color]) => `${file}: ${color}`),
    );
    expect(found).toEqual([]);
  });
});
