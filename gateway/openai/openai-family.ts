import type { Problem } from '../errors/describe-problem.js';
import type { RouteFamily } from '../route-family.js';
import { addChatRoutes } from './chat/chat-routes.js';
import { addConversationRoutes } from './conversations/conversation-routes.js';
import { renderOpenAiError, type OpenAiErrorBody } from './errors/openai-error.js';
import { failureToOpenAiError } from './errors/to-openai-error.js';
import { addModelRoutes } from './models/list-models.js';
import { addResponseRoutes } from './responses/response-routes.js';

/** The routes that clients of OpenAI's API know: a flow answers where they name a model. */
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
function toBody({ type: errorType, message }: Problem): OpenAiErrorBody {
  return renderOpenAiError(failureToOpenAiError({ errorType, message })).body;
}
