import { planTranscripts } from './plan-transcripts.js';

planTranscripts('gemini');
