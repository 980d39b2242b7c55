import type { CallContents } from '../../../context/call/call-contents.js';
import type { CallInput } from '../../../context/call/call-input.js';
import { planCall, type PlannedCall } from '../../../context/call/plan-call.js';
import type { CallSettings } from '../../../protocol/call-settings.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import type { Database } from '../../../store/database.js';
import type { OfferedTools } from './list-tools.js';
import { loadCall, type LoadCallInput, type LoadedCall } from './load-call.js';
import type { LoadedNode } from './load-node.js';
import { countFixed, readsArtifacts } from './node-model.js';

export interface CallSource extends Omit<LoadCallInput, 'ignoresCompaction' | 'fixedTokens'> {
  offered: OfferedTools;
  ask: (contents: CallContents) => Promise<CallAsk> | CallAsk;
  plan?: ((input: CallInput) => PlannedCall) | undefined;
}

export interface CallAsk extends Pick<CallInput, 'model' | 'isToolless' | 'budgetShare' | 'note' | 'output'> {
  callSettings: CallSettings | undefined;
  maySummarize: boolean;
}

export interface RowsPlan {
  loaded: LoadedCall;
  planned: PlannedCall;
  ignoresCompaction: boolean;
}

/** A compaction's summary must not replace what fits without it. */
export async function planRows(db: Database, source: CallSource): Promise<RowsPlan> {
  const first = await planFrom(db, source, { ignoresCompaction: false });
  if (first.planned.plan.verdict !== 'cannot-fit' || !first.loaded.contents.compaction) return first;
  const second = await planFrom(db, source, { ignoresCompaction: true });
  return second.planned.plan.verdict === 'cannot-fit' ? first : second;
}

/** The plan may not fit. */
export async function planFrom(
  db: Database,
  source: CallSource,
  how: { ignoresCompaction: boolean },
): Promise<RowsPlan> {
  const { node, counting, settings, offered, plan = planCall } = source;
  const fixedTokens = countFixed(node.config, { counting, offered });
  const loaded = await loadCall(db, { ...source, ...how, fixedTokens });
  const { contents } = loaded;
  const { maySummarize, callSettings, ...asked } = await source.ask(contents);
  const planned = plan({
    ...asked,
    ...offered,
    contents: maySummarize ? contents : { ...contents, asked: undefined },
    node: { ...readNodeSettings(node), callSettings },
    settings,
    toPrompt,
  });
  return { loaded, planned, ...how };
}

function readNodeSettings({
  config,
  owns,
  fallback,
  callerTools,
}: LoadedNode): Omit<CallInput['node'], 'callSettings'> {
  return {
    fallback,
    system: config.system?.trim() ? config.system : undefined,
    owns,
    opensWithSystem: config.extraConfig?.systemFallback === true,
    oversize: config.oversize ?? 'cut',
    readsArtifacts: readsArtifacts(config, callerTools),
  };
}
