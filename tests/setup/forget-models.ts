import { forgetFacts } from '../../models/facts/told-facts.js';

// Test files of one process share the facts of models, by config, endpoint and answers.
forgetFacts('config');
forgetFacts('endpoint');
forgetFacts('learned');
