import { describe, inject, test } from 'vitest';
import type { Fault } from '../../testing/worker-process.js';
import { runCrashCase } from './crash-case.js';
import { runFlowCase, type FlowFault } from './flow-case.js';

/** The one that says most; `npm run test:crash` runs them all. */
const SAMPLE: Fault[] = [{ point: 'callModel.stored', action: 'kill', nth: 2 }];

const FLOW_SAMPLE: FlowFault[] = [{ flow: 'research', point: 'prepareSpawn.after', action: 'kill' }];

describe('crash sample', () => {
  for (const fault of SAMPLE)
    test(`${fault.action} at ${fault.point} -> every turn answered once, rows once, the reader's text right`, () =>
      runCrashCase(inject('environment'), fault));

  for (const fault of FLOW_SAMPLE)
    test(`${fault.flow}: ${fault.action} at ${fault.point} -> as without it`, () =>
      runFlowCase(inject('environment'), fault));
});
