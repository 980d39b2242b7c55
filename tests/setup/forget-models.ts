import { forgetFacts } from '../../models/reported-facts.js';

// Test files of one process share the facts of models.
forgetFacts('config');
forgetFacts('endpoint');
forgetFacts('learned');
