import { describe, expect, test } from 'vitest';
import { escapeHtml, toScriptJson } from '../../../trajectory/render/to-html.js';

const FORGED = 'pay\u202eeno\u202c \\ "x" \u009b</script>\u{e0041}';

describe('the data of a trajectory page', () => {
  test('invisible characters -> the page shows their escapes', () => {
    const json = toScriptJson({ label: FORGED });
    expect(json).not.toMatch(/[\u202e\u202c\u009b]|<\/script|\u{e0041}/u);
    const label = 'pay\\u202eeno\\u202c \\ "x" \\u009b</script>\\udb40\\udc41';
    expect(JSON.parse(json)).toEqual({ label });
  });

  test('a title -> shows their escapes, too', () => {
    expect(escapeHtml('a\u202e<b>')).toBe('a\\u202e&lt;b&gt;');
  });
});
