import { installTestRuntime } from '../../packages/testing/quiet-runtime.js';

installTestRuntime();
