import { z } from 'zod';
import {
  listedBranch,
  conversationView,
  saidMessage,
  conversationStatus,
  joinedAt,
  attachmentKind,
  historyAttachment,
  historyPage,
  standingRequest,
} from './conversation-answers.js';
import { conversationChange, turnEvent } from './event-answers.js';
import {
  budgetView,
  executionView,
  nodeStatus,
  executionDetails,
  executionTree,
  nodeWork,
  modelCallView,
  modelCallPurpose,
  agentQueuesView,
  answerResult,
  pushStepResult,
  approval,
  approvalPage,
  compactionStatus,
} from './execution-answers.js';
import { callPlan, callExplanation } from './explanation-answers.js';
import {
  flowName,
  putFlow,
  flowCheck,
  triedDraft,
  flowVersionFacts,
  flowVersionView,
} from './flow-answers.js';
import { forgottenUser } from './forgotten-user.js';
import { health } from './health-answers.js';
import { summaryWay, summaryStatus, summaryPage } from './summary-answers.js';
import { threadNode, deletedThread, flatThreadMessage, mergedThreads } from './thread-answers.js';
import { touchedThing, trajectory } from './trajectory-answers.js';
import { turnReceipt, cancelTurnResult, dropTurnResult } from './turn-answers.js';
import { upload } from './upload-answers.js';

/** Answers with a name in the OpenAPI document; generated clients name their types after it. */
export const ANSWER_NAMES = z.registry<{ id: string }>();

for (const [name, schema] of Object.entries({
  listedBranch,
  conversationView,
  saidMessage,
  conversationStatus,
  joinedAt,
  attachmentKind,
  historyAttachment,
  historyPage,
  standingRequest,
  conversationChange,
  turnEvent,
  budgetView,
  executionView,
  nodeStatus,
  executionDetails,
  executionTree,
  nodeWork,
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
  flowName,
  putFlow,
  flowCheck,
  triedDraft,
  flowVersionFacts,
  flowVersionView,
  health,
  summaryWay,
  summaryStatus,
  summaryPage,
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
