import { PLAN_SETTINGS_SCHEMA } from '../../../flow/plan-settings.js';
import { callPlan } from '../../../views/call.js';
import { defineRoute, type RestRoute } from './rest-route.js';

export const callRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'post',
    path: '/calls/{callId}/plan',
    summary: 'Plan a stored call again with other settings; nothing is sent',
    body: PLAN_SETTINGS_SCHEMA,
    answer: {
      kind: 'json',
      schema: callPlan,
      says: 'What would be sent, omitted by rule and paid, compared with the stored call',
    },
    handle: ({ caller, path: { callId = '' }, body }) => caller.client.executions.planCall(callId, body),
  }),
];
