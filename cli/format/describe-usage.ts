/** Commander's words about a wrong use as one sentence of ours, with the remedy. */
export function describeUsage(text: string, command: string): string {
  const [first = '', suggestion] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.$/, '');
  const hint = suggestion === undefined ? '' : ` ${suggestion.trim()}`;
  return `${sentence}${hint}: see '${command} --help'`;
}
