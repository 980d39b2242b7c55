import { z } from 'zod';
import { LEFT_RULES } from '../../../context/message/left.js';

/** A rule by which a message was not sent, or not whole. */
export const leftRule = z.enum(LEFT_RULES);
