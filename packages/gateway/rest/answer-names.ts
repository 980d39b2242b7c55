import { z } from 'zod';
import { approval, approvalPage, answerResult } from '../../../views/approval.js';
import {
  compactionStatus,
  modelCallPurpose,
  modelCallView,
  callPlan,
  callExplanation,
} from '../../../views/call.js';
import {
  listedBranch,
  conversationView,
  conversationPage,
  foundMessage,
  conversationStatus,
  joinedAt,
  attachmentKind,
  historyAttachment,
  historyPage,
  queuedMessage,
  standingRequest,
} from '../../../views/conversation.js';
import { newSharedLink, sharedLink } from '../../../views/shared-link.js';
import { conversationChange, turnEvent } from '../../../views/event.js';
import {
  budgetView,
  executionView,
  listedExecution,
  nodeStatus,
  executionDetails,
  executionTree,
  nodeWork,
  agentQueuesView,
  pushStepResult,
} from '../../../views/execution.js';
import {
  listedFlow,
  putFlow,
  flowCheck,
  triedDraft,
  listedFlowVersion,
  flowVersionView,
} from '../../../views/flow.js';
import { forgottenUser } from '../../../views/user.js';
import { health } from '../../../views/health.js';
import { summaryWay, summaryStatus, summaryPage } from '../../../views/summary.js';
import { memoryPage, memoryUses } from '../../../views/memory.js';
import { threadNode, deletedThread, flatThreadMessage, mergedThreads } from '../../../views/thread.js';
import { agentTouchedRow as touchedThing } from '../../../trajectory/touched/touched.js';
import { trajectory } from '../../../views/trajectory.js';
import { turnReceipt, cancelTurnResult, dropTurnResult } from '../../../views/turn.js';
import { stepWork, waterfall } from '../../../views/waterfall.js';
import { upload } from '../../../views/upload.js';

export const ANSWER_NAMES = z.registry<{ id: string }>();

for (const [name, schema] of Object.entries({
  listedBranch,
  conversationView,
  conversationPage,
  foundMessage,
  conversationStatus,
  joinedAt,
  attachmentKind,
  historyAttachment,
  historyPage,
  queuedMessage,
  standingRequest,
  sharedLink,
  newSharedLink,
  conversationChange,
  turnEvent,
  budgetView,
  executionView,
  listedExecution,
  nodeStatus,
  executionDetails,
  executionTree,
  nodeWork,
  waterfall,
  stepWork,
  modelCallView,
  modelCallPurpose,
  agentQueuesView,
  answerResult,
  pushStepResult,
  approval,
  approvalPage,
  compactionStatus,
  callPlan,
  callExplanation,
  listedFlow,
  putFlow,
  flowCheck,
  triedDraft,
  listedFlowVersion,
  flowVersionView,
  health,
  summaryWay,
  summaryStatus,
  summaryPage,
  memoryPage,
  memoryUses,
  threadNode,
  deletedThread,
  forgottenUser,
  flatThreadMessage,
  mergedThreads,
  trajectory,
  touchedThing,
  turnReceipt,
  cancelTurnResult,
  dropTurnResult,
  upload,
}))
  ANSWER_NAMES.add(schema, { id: name[0]?.toUpperCase() + name.slice(1) });
