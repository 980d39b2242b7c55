import { defineUpdate, setHandler } from '@temporalio/workflow';
import { CONVERSATION_UPDATES, EXECUTION_UPDATES } from './definitions.js';

/** Handlers let Updates sent with the start fail by the same error. */
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
