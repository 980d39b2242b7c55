import { installTestRuntime } from '../../testing/quiet-runtime.js';

// Before any worker.
installTestRuntime();
