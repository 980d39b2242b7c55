import { describe, expect, test } from 'vitest';
import { PREVIEW_CHARACTERS, PREVIEW_ROWS, previewOf } from '../../../trajectory/portraits/preview.js';

describe('previewOf', () => {
  test('a short text -> itself', () => {
    expect(previewOf('month,sales\r\n1,2\r\n', 'Table')).toBe('month,sales\n1,2');
  });

  test('many rows -> the first 50, and a sign that there are more', () => {
    const rows = Array.from({ length: 200 }, (_, index) => `r${index}`);
    expect(previewOf(rows.join('\n'), 'Table').split('\n')).toEqual([...rows.slice(0, PREVIEW_ROWS), '…']);
  });

  test('long lines -> at most 600 characters, never half a one', () => {
    const preview = previewOf(`a${'😀'.repeat(5_000)}`, 'File');
    expect(preview.length).toBeLessThanOrEqual(PREVIEW_CHARACTERS);
    expect(preview.isWellFormed()).toBe(true);
  });

  test('a skill -> its front matter; one without -> how it begins', () => {
    const skill = '---\nname: charts\ndescription: Draws charts.\n---\n# Charts\nFirst ...';
    expect(previewOf(skill, 'Skill')).toBe('name: charts\ndescription: Draws charts.');
    expect(previewOf(skill, 'File')).toBe(skill);
    expect(previewOf('# Charts', 'Skill')).toBe('# Charts');
    expect(previewOf('---\nnever ends', 'Skill')).toBe('---\nnever ends');
  });
});
