import { installTestRuntime } from '../../packages/testing/quiet-runtime.js';

// Before any worker.
installTestRuntime();
