import { defineUpdate, setHandler } from '@temporalio/workflow';
import { CONVERSATION_UPDATES, EXECUTION_UPDATES } from './definitions.js';

/** Sets handlers, so that Updates sent with the start fail with the same error. */
export function refuseStart(check: () => void): void {
  try {
    check();
  } catch (error) {
    const refuse = (): never => {
      throw error;
    };
    for (const name of [...CONVERSATION_UPDATES, ...EXECUTION_UPDATES])
      setHandler(defineUpdate(name), refuse, { validator: refuse });
    throw error;
  }
}
