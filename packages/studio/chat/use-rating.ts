import { useState } from 'react';
import type { Rating } from '../../../protocol/rating.js';
import { put } from '../api/request.js';
import { showToast } from '../parts/toast.js';
import { chatQuery, conversationPath, type ChatKey, type ChatMessage } from './chat-messages.js';

/** A person's rating of an answer, shown before it is stored. */
export function useRating(chat: ChatKey, message: ChatMessage) {
  const { turnId = '', rating: stored = null } = message.metadata ?? {};
  const [rating, setRating] = useState<Rating | null>(stored);
  const rate = (next: Rating | null): void => {
    setRating(next);
    put(conversationPath(chat, `/turns/${encodeURIComponent(turnId)}/rating`), {
      query: chatQuery(chat),
      body: { rating: next },
    }).catch((error: unknown) => {
      setRating(rating);
      showToast((error as Error).message, { isError: true });
    });
  };
  return { rating, rate };
}
