import type { Problem } from '../errors/describe-problem.js';
import type { RouteFamily } from '../route-family.js';
import { addChatRoutes } from './chat/chat-routes.js';
import { addConversationRoutes } from './conversations/conversation-routes.js';
import type { OpenAiErrorBody, OpenAiErrorType } from './errors/openai-error.js';
import { addModelRoutes } from './models/list-models.js';
import { addResponseRoutes } from './responses/response-routes.js';

/** What clients of OpenAI's API speak: a flow answers where they name a model. */
export const openaiFamily: RouteFamily = {
  base: '/v1',
  addRoutes(routes, context) {
    addModelRoutes(routes);
    addChatRoutes(routes, context);
    addResponseRoutes(routes, context);
    addConversationRoutes(routes);
  },
  toErrorBody: toBody,
};

/** The body of an error that came up before a route's own: who asks, how much and how often. */
function toBody({ status, type, message }: Problem): OpenAiErrorBody {
  return { error: { message, type: TYPES[status] ?? 'server_error', param: null, code: type } };
}

const TYPES: Partial<Record<Problem['status'], OpenAiErrorType>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
};
