import { planTranscripts } from './plan-transcripts.js';

planTranscripts('openai-chat');
