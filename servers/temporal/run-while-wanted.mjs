// Usage: node run-while-wanted.mjs COMMAND ARGUMENT... Stops the command when standard input closes, as when the
// parent is killed.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('close', () => child.kill('SIGKILL'));
process.stdin.resume();
// Ctrl-C reaches the whole group; the parent decides.
process.on('SIGINT', () => {});
