import { planTranscripts } from './plan-transcripts.js';

planTranscripts('anthropic');
