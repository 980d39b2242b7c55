/** Estimates compiled RE2 instructions. Infinity for `\Q`, after which braces are literal. */
export function patternSize(pattern: string): number {
  if (pattern.includes('\\Q')) return Number.POSITIVE_INFINITY;
  const groups: { size: number; last: number }[] = [];
  let group = { size: START, last: 0 };
  const add = (size: number): void => {
    group.size += size;
    group.last = size;
  };
  for (let index = 0; index < pattern.length;) {
    const character = pattern.charAt(index);
    const repeat = character === '{' ? readRepeat(pattern, index) : undefined;
    if (repeat) {
      add(group.last * repeat.times + repeat.extra);
      index = repeat.end;
      continue;
    }
    // Skips flags such as `(?i)`: a repetition applies to what precedes them.
    const flags = character === '(' ? matchAt(FLAGS, pattern, index) : undefined;
    if (flags) {
      index += flags[0].length;
      continue;
    }
    if (character === '(') {
      groups.push(group);
      group = { size: PER_GROUP, last: 0 };
    } else if (character === ')') {
      const { size } = group;
      group = groups.pop() ?? group;
      add(size);
    } else if (character === '*' || character === '+' || character === '?') {
      group.size += 1;
      group.last += 1;
    } else if (character === '|') group.size += 2;
    else add(1);
    index = character === '\\' ? index + 2 : character === '[' ? endOfClass(pattern, index) : index + 1;
  }
  return groups.reduce((sum, { size }) => sum + size, group.size);
}

/** Even an empty pattern has a start and a match. */
const START = 3;
/** Start, end and content, even if empty. */
const PER_GROUP = 3;

const FLAGS = /\(\?[a-zA-Z-]*\)/y;
const REPEAT = /\{(\d{1,6})(?:,(\d{0,6}))?\}/y;

/** In `{2,5}`, each optional repetition takes one more instruction. */
function readRepeat(
  pattern: string,
  index: number,
): { times: number; extra: number; end: number } | undefined {
  const found = matchAt(REPEAT, pattern, index);
  if (!found) return undefined;
  const [all, least, most] = found;
  const times = Math.max(Number(least), Number(most ?? 0), 1);
  return { times, extra: most === undefined ? 0 : times, end: index + all.length };
}

function matchAt(regex: RegExp, text: string, index: number): RegExpExecArray | undefined {
  regex.lastIndex = index;
  return regex.exec(text) ?? undefined;
}

/** In a class such as `[a-z]`, a leading `]` is a member. */
function endOfClass(pattern: string, start: number): number {
  let index = start + (pattern.charAt(start + 1) === '^' ? 2 : 1);
  if (pattern.charAt(index) === ']') index += 1;
  while (index < pattern.length && pattern.charAt(index) !== ']')
    index += pattern.charAt(index) === '\\' ? 2 : 1;
  return index + 1;
}
