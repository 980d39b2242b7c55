import type { Migration } from 'kysely';
import * as foundation from './0001-foundation.js';
import * as context from './0002-context.js';
import * as flows from './0003-flows.js';
import * as summaries from './0004-summaries.js';
import * as passages from './0005-passages.js';
import * as threads from './0006-threads.js';
import * as trajectories from './0007-trajectories.js';
import * as queues from './0008-queues.js';
import * as trajectoryFunctions from './0009-trajectory-functions.js';
import * as stepNumbers from './0010-step-numbers.js';
import * as portraitReservations from './0011-portrait-reservations.js';
import * as trajectoryRaces from './0012-trajectory-races.js';
import * as summariesForThreads from './0013-summaries-for-threads.js';
import * as joinedMessages from './0014-joined-messages.js';
import * as retention from './0015-retention.js';
import * as audit from './0016-audit.js';
import * as steering from './0017-steering.js';
import * as userLimits from './0018-user-limits.js';
import * as standingRequests from './0019-standing-requests.js';
import * as trajectoryWrites from './0020-trajectory-writes.js';
import * as abandonedBranches from './0021-abandoned-branches.js';
import * as titles from './0022-titles.js';
import * as whileRunning from './0023-while-running.js';
import * as workerKeys from './0024-worker-keys.js';
import * as uploads from './0025-uploads.js';
import * as omittedMessages from './0026-omitted-messages.js';
import * as serialSearches from './0027-serial-searches.js';
import * as toolApprovals from './0028-tool-approvals.js';
import * as toolProgress from './0029-tool-progress.js';
import * as askedObjects from './0030-asked-objects.js';
import * as streamedReasoning from './0031-streamed-reasoning.js';
import * as messageData from './0032-message-data.js';
import * as branches from './0033-branches.js';
import * as unknownCosts from './0034-unknown-costs.js';
import * as apiKeys from './0035-api-keys.js';
import * as forks from './0036-forks.js';
import * as healthTimes from './0037-health-times.js';
import * as callerTools from './0038-caller-tools.js';
import * as executionFiles from './0039-execution-files.js';
import * as flowDrafts from './0040-flow-drafts.js';
import * as describedExecutions from './0041-described-executions.js';
import * as learnedModelFacts from './0042-learned-model-facts.js';
import * as brokenCalls from './0043-broken-calls.js';
import * as modelOutages from './0044-model-outages.js';
import * as reusedResults from './0045-reused-results.js';
import * as unspacedTerms from './0046-unspaced-terms.js';
import * as turnConflicts from './0047-turn-conflicts.js';
import * as turnInstructions from './0048-turn-instructions.js';
import * as conversationItems from './0049-conversation-items.js';
import * as metadataChannels from './0050-metadata-channels.js';
import * as questionsAndAnswers from './0051-questions-and-answers.js';
import * as pageTools from './0052-page-tools.js';
import * as approvedCalls from './0053-approved-calls.js';
import * as draftOwners from './0054-draft-owners.js';
import * as storedBytes from './0055-stored-bytes.js';
import * as approvers from './0056-approvers.js';
import * as approvalInbox from './0057-approval-inbox.js';
import * as countedBytes from './0058-counted-bytes.js';
import * as workers from './0059-workers.js';
import * as countedArtifacts from './0060-counted-artifacts.js';
import * as publications from './0061-publications.js';
import * as misfits from './0062-misfits.js';
import * as workerProviders from './0063-worker-providers.js';

/** Every migration by its name, in the order of its number. Released ones are never edited: add the next. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-context': context,
  '0003-flows': flows,
  '0004-summaries': summaries,
  '0005-passages': passages,
  '0006-threads': threads,
  '0007-trajectories': trajectories,
  '0008-queues': queues,
  '0009-trajectory-functions': trajectoryFunctions,
  '0010-step-numbers': stepNumbers,
  '0011-portrait-reservations': portraitReservations,
  '0012-trajectory-races': trajectoryRaces,
  '0013-summaries-for-threads': summariesForThreads,
  '0014-joined-messages': joinedMessages,
  '0015-retention': retention,
  '0016-audit': audit,
  '0017-steering': steering,
  '0018-user-limits': userLimits,
  '0019-standing-requests': standingRequests,
  '0020-trajectory-writes': trajectoryWrites,
  '0021-abandoned-branches': abandonedBranches,
  '0022-titles': titles,
  '0023-while-running': whileRunning,
  '0024-worker-keys': workerKeys,
  '0025-uploads': uploads,
  '0026-omitted-messages': omittedMessages,
  '0027-serial-searches': serialSearches,
  '0028-tool-approvals': toolApprovals,
  '0029-tool-progress': toolProgress,
  '0030-asked-objects': askedObjects,
  '0031-streamed-reasoning': streamedReasoning,
  '0032-message-data': messageData,
  '0033-branches': branches,
  '0034-unknown-costs': unknownCosts,
  '0035-api-keys': apiKeys,
  '0036-forks': forks,
  '0037-health-times': healthTimes,
  '0038-caller-tools': callerTools,
  '0039-execution-files': executionFiles,
  '0040-flow-drafts': flowDrafts,
  '0041-described-executions': describedExecutions,
  '0042-learned-model-facts': learnedModelFacts,
  '0043-broken-calls': brokenCalls,
  '0044-model-outages': modelOutages,
  '0045-reused-results': reusedResults,
  '0046-unspaced-terms': unspacedTerms,
  '0047-turn-conflicts': turnConflicts,
  '0048-turn-instructions': turnInstructions,
  '0049-conversation-items': conversationItems,
  '0050-metadata-channels': metadataChannels,
  '0051-questions-and-answers': questionsAndAnswers,
  '0052-page-tools': pageTools,
  '0053-approved-calls': approvedCalls,
  '0054-draft-owners': draftOwners,
  '0055-stored-bytes': storedBytes,
  '0056-approvers': approvers,
  '0057-approval-inbox': approvalInbox,
  '0058-counted-bytes': countedBytes,
  '0059-workers': workers,
  '0060-counted-artifacts': countedArtifacts,
  '0061-publications': publications,
  '0062-misfits': misfits,
  '0063-worker-providers': workerProviders,
};
