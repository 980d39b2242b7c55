import { forgetFacts } from '../../models/facts/told-facts.js';

// Files of one process share what it knows of models, by their config, endpoint and answers.
forgetFacts('config');
forgetFacts('endpoint');
forgetFacts('learned');
