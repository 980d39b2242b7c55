import { spoken, type PlanCheck } from './check-arithmetic.js';
import { sumOnce } from './count-once.js';

export const checkThrift: PlanCheck = ({ input, plan }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  if (plan.verdict === 'compact' && input.settings?.compaction === false)
    return 'compacts though that is off';
  const needed = sumOnce(spoken(input.messages));
  const repairs = input.messages.length * 120;
  const total = needed + repairs + plan.systemTokens + plan.toolTokens + plan.reserve;
  if (total > plan.window * 0.95) return undefined;
  if (plan.verdict === 'compact') return 'compacts though there is room';
  const cut = plan.left.find(({ rule }) => rule === 'budget' || rule === 'cut' || rule === 'compacted');
  return cut && `leaves out message ${cut.index} by '${cut.rule}' though everything fits`;
};

export const checkGreed: PlanCheck = ({ input, plan }) => {
  const dropped = plan.left.filter(({ rule }) => rule === 'budget');
  const newest = dropped.at(-1)?.index ?? -1;
  const current = input.messages.findLastIndex(({ role }) => role === 'user');
  if (plan.verdict === 'cannot-fit' || newest === -1 || newest >= current) return undefined;
  const question = dropped.findLast(({ index }) => input.messages[index]?.role === 'user');
  if (question === undefined) return undefined;
  const tokens = dropped.reduce((sum, left) => sum + (left.index >= question.index ? left.tokens : 0), 0);
  const slack = 4 * input.messages.length;
  return plan.tokens + tokens + slack < plan.budget
    ? `leaves out ${tokens} tokens with ${plan.budget - plan.tokens} free`
    : undefined;
};

export const checkPointers: PlanCheck = ({ input, plan }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const gone = new Set(
    plan.left.flatMap(({ index, rule }) => (rule === 'budget' || rule === 'hygiene' ? [index] : [])),
  );
  const pointed = new Set(
    plan.left.flatMap(({ index, rule }) => (rule === 'spilled' || rule === 'evicted' ? [index] : [])),
  );
  const shown = [...pointed].filter((index) => !gone.has(index)).length;
  const results = JSON.stringify(plan.messages.filter(({ role }) => role === 'tool'));
  const names = results.match(/artifact:[^\s;,.]/g)?.length ?? 0;
  const canRead = input.settings?.tools?.some(({ name }) => name === 'read_artifact') === true;
  if (!canRead && !JSON.stringify(input.messages).includes('artifact:') && names > 0)
    return 'names an artifact to a caller without a reader';
  const pointers = canRead ? names : (results.match(/Too large: |was shown here earlier/g)?.length ?? 0);
  return pointers < shown ? `${shown} messages are pointed at, by ${pointers} pointers` : undefined;
};
