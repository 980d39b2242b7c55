import { forgetFacts } from '../../models/reported-facts.js';

forgetFacts('config');
forgetFacts('endpoint');
forgetFacts('learned');
