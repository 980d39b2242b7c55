import { approvalRoutes } from './approval-routes.js';
import { branchRoutes } from './branch-routes.js';
import { callerRoutes } from './caller-routes.js';
import { callRoutes } from './call-routes.js';
import { conversationRoutes } from './conversation-routes.js';
import { executionRoutes } from './execution-routes.js';
import { flowRoutes } from './flow-routes.js';
import { healthRoutes } from './health-routes.js';
import { linkRoutes } from './link-routes.js';
import { memoryRoutes } from './memory-routes.js';
import type { RestRoute } from './rest-route.js';
import { threadRoutes } from './thread-routes.js';
import { trajectoryRoutes } from './trajectory-routes.js';
import { turnRoutes } from './turn-routes.js';
import { uploadRoutes } from './upload-routes.js';

export const REST_ROUTES: readonly RestRoute[] = [
  ...flowRoutes,
  ...conversationRoutes,
  ...linkRoutes,
  ...memoryRoutes,
  ...turnRoutes,
  ...branchRoutes,
  ...threadRoutes,
  ...executionRoutes,
  ...approvalRoutes,
  ...trajectoryRoutes,
  ...callRoutes,
  ...uploadRoutes,
  ...healthRoutes,
  ...callerRoutes,
];
