import { installExtra } from './install-extra.js';

for (const folder of process.argv.slice(2)) installExtra(folder);
