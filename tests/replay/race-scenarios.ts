import {
  cancelOverLimit,
  dropWhileClosing,
  postAfterCancel,
  refuseMany,
} from '../integration/fixtures/conversation-races.js';
import type { Scenario } from './scenarios.js';

const RACES = {
  'cancelled-over-limit': cancelOverLimit,
  'posted-after-cancel': postAfterCancel,
  'dropped-while-closing': dropWhileClosing,
  'refused-many': refuseMany,
};

export const RACE_SCENARIOS: Record<string, Scenario> = Object.fromEntries(
  Object.entries(RACES).map(([name, race]): [string, Scenario] => [
    name,
    async (system) => {
      const { handle, outcome } = await race(system);
      await Promise.allSettled([outcome, handle.result()]);
      return { conversation: handle };
    },
  ]),
);
