import { describe, expect, test } from 'vitest';
import {
  MAX_PREVIEW_CHARACTERS,
  MAX_PREVIEW_ROWS,
  previewContent,
} from '../../../trajectory/portraits/preview-content.js';

describe('previewContent', () => {
  test('a short text -> unchanged', () => {
    expect(previewContent('month,sales\r\n1,2\r\n', 'Table')).toBe('month,sales\n1,2');
  });

  test('many rows -> the first 50, and a sign that there are more', () => {
    const rows = Array.from({ length: 200 }, (_, index) => `r${index}`);
    expect(previewContent(rows.join('\n'), 'Table').split('\n')).toEqual([
      ...rows.slice(0, MAX_PREVIEW_ROWS),
      '…',
    ]);
  });

  test('long lines -> at most 600 characters, never half a character', () => {
    const preview = previewContent(`a${'😀'.repeat(5_000)}`, 'File');
    expect(preview.length).toBeLessThanOrEqual(MAX_PREVIEW_CHARACTERS);
    expect(preview.isWellFormed()).toBe(true);
  });

  test('a skill -> its front matter; one without -> its beginning', () => {
    const skill = '---\nname: charts\ndescription: Draws charts.\n---\n# Charts\nFirst ...';
    expect(previewContent(skill, 'Skill')).toBe('name: charts\ndescription: Draws charts.');
    expect(previewContent(skill, 'File')).toBe(skill);
    expect(previewContent('# Charts', 'Skill')).toBe('# Charts');
    expect(previewContent('---\nnever ends', 'Skill')).toBe('---\nnever ends');
  });
});
