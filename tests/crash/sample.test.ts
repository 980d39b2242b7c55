import { describe, inject, test } from 'vitest';
import { runCrashCase } from './crash-case.js';

describe('crash sample', () => {
  // The one that says most; `npm run test:crash` runs them all.
  test("kill at callModel.stored -> every turn answered once, rows once, the reader's text right", () =>
    runCrashCase(inject('environment'), { point: 'callModel.stored', action: 'kill', nth: 2 }));
});
