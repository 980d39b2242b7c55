/** The exported names are the Workflow types that clients start. */
export { conversation } from './conversation/conversation.js';
export { execution } from './execution/execution.js';
export { retention } from './retention.js';
export { upkeep } from './upkeep/upkeep.js';
