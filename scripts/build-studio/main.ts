import { buildStudio } from './build-studio.js';

await buildStudio();
