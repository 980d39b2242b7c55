import { planTranscripts } from './plan-transcripts.js';

planTranscripts('openai-responses');
