import type { Problem } from '../errors/describe-problem.js';
import type { RouteFamily } from '../route-family.js';
import { addChatRoutes } from './chat/chat-routes.js';
import { addConversationRoutes } from './conversations/conversation-routes.js';
import { renderOpenAiError, type OpenAiErrorBody } from './errors/openai-error.js';
import { failureToOpenAiError } from './errors/to-openai-error.js';
import { addModelRoutes } from './models/list-models.js';
import { addResponseRoutes } from './responses/response-routes.js';

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

function toBody({ type: errorType, message }: Problem): OpenAiErrorBody {
  return renderOpenAiError(failureToOpenAiError({ errorType, message })).body;
}
