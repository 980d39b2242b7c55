import { METRICS } from '../../telemetry/metrics/metrics.js';

const INTRO =
  'The Prometheus metrics of workers and gateways. [Deploy and operate](../operating.md#metrics) shows how to read them.';

export function renderMetrics(): string {
  const rows = Object.entries(METRICS).map(([name, { kind, unit, labels, meaning }]) => {
    const names = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${kind === 'histogram' ? `${unit}, a histogram` : unit} | ${names} | ${meaning} |`;
  });
  const table = ['| metric | unit | labels | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return ['# Metrics', INTRO, table].join('\n\n') + '\n';
}
