import type { Workbench } from './workbench.js';

const ORDER = ['"id":7', '"status":"shipped"', '"execution":"conversation/orders/ada/turn/'];
const DELIVERY = ['Order 7 arrives in 9 days.'];

export async function chatFromPipe({ project, runShell }: Workbench): Promise<string> {
  const command = 'npx --no-install threadline dev --user ada';
  const ask = (more: string, input: string): Promise<string> =>
    runShell({ command: `${command}${more}`, cwd: project, input });
  const answer = expectParts(await ask('', 'use look_up_order for order 7\n'), ORDER);
  expectParts(await ask(' --flow delivery', 'When does order 7 come?\n'), DELIVERY);
  return answer.trim().slice(0, 60);
}

function expectParts(answer: string, parts: readonly string[]): string {
  const missing = parts.filter((part) => !answer.includes(part));
  if (missing.length === 0) return answer;
  throw new Error(`The answer lacks ${missing.join(' and ')}: '${answer.slice(0, 500)}'`);
}
