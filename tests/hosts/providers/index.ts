export { type HostAnswer, sse } from './answer.ts';
export { anthropicError, anthropicEvents } from './anthropic.ts';
export { googleError, googleEvents } from './google.ts';
export {
  type HostReply,
  type HostScript,
  type ProviderHost,
  type ReceivedRequest,
  startProviderHost,
} from './host.ts';
export { openaiChatEvents, openaiError } from './openai-chat.ts';
export { openaiResponsesEvents } from './openai-responses.ts';
