import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { cutUnits } from '../../core/index.ts';
import type { ModelError } from '../port.ts';

/** What a failure is told with: whom we asked, where, and whether a key went along. */
export interface FailureContext {
  /** The provider's name; for a server of one's own its host. */
  readonly title: string;
  readonly origin: string;
  readonly isLoopback: boolean;
  readonly hadKey: boolean;
  /** Whether a part of the answer had come, and whether a whole tool call was among it. */
  readonly began: boolean;
  readonly calledTool: boolean;
  readonly aborted: boolean;
  /** Removes keys from a provider's words. */
  readonly hide: (text: string) => string;
  readonly nowMs: number;
}

const MAX_PROVIDER_WORDS = 400;

/** A failure in our terms: status and words where the provider gave them. */
interface Failure {
  readonly status: number | null;
  readonly words: string;
  readonly retryAfter: string | null;
  /** Came over a request that had been answered with 200. */
  readonly inStream: boolean;
}

function readString(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = (value as Readonly<Record<string, unknown>>)[name];
  return typeof found === 'string' && found.trim() !== '' ? found : null;
}

function readNumber(value: unknown, name: string): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = (value as Readonly<Record<string, unknown>>)[name];
  return typeof found === 'number' ? found : null;
}

/** The message in an error body that is not in the provider's documented form. */
function wordsOfBody(body: string | undefined): string | null {
  if (body === undefined || body.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(body);
    const inner = typeof value === 'object' && value !== null && 'error' in value ? value.error : value;
    if (typeof inner === 'string') return inner;
    return readString(inner, 'message') ?? readString(value, 'message') ?? readString(value, 'detail');
  } catch {
    // A proxy's HTML page says nothing to a person.
    return body.trimStart().startsWith('<') ? null : body;
  }
}

function readFailure(error: unknown): Failure {
  if (APICallError.isInstance(error)) {
    return {
      status: error.statusCode ?? null,
      words: wordsOfBody(error.responseBody) ?? error.message,
      retryAfter: error.responseHeaders?.['retry-after'] ?? null,
      inStream: error.statusCode === 200,
    };
  }
  // An error event inside the stream; `statusCode` where the package knows the provider's error types.
  const inner =
    TypeValidationError.isInstance(error) && typeof error.value === 'object' && error.value !== null
      ? (error.value as { readonly error?: unknown }).error
      : error;
  const words = typeof inner === 'string' ? inner : (readString(inner, 'message') ?? 'no reason was given');
  return {
    status: readNumber(inner, 'statusCode'),
    words,
    retryAfter: null,
    inStream: true,
  };
}

/** Whether a chunk that did not fit the format is only one that the package does not know yet. */
export function isUnknownChunk(error: unknown): boolean {
  if (!TypeValidationError.isInstance(error)) return false;
  const { value } = error;
  return !(typeof value === 'object' && value !== null && 'error' in value && value.error);
}

/** Milliseconds of a Retry-After header, which holds seconds or a date; null where it holds neither. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.round(Number(header) * 1000);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

function isNetworkFailure(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  // The packages wrap what `fetch` throws; such an error has no status.
  return APICallError.isInstance(error) && error.statusCode === undefined;
}

function isCut(error: unknown): boolean {
  return APICallError.isInstance(error) && error.statusCode === 200 && error.responseBody === undefined;
}

function error(
  code: string,
  message: string,
  rest: Partial<Pick<ModelError, 'httpStatus' | 'retryable' | 'retryAfterMs'>> = {},
): ModelError {
  return { code, message, httpStatus: null, retryable: false, retryAfterMs: null, ...rest };
}

export function abortedError(): ModelError {
  return error('ABORTED', 'The request was stopped.');
}

export function noKeyError(title: string, origin: string): ModelError {
  return error(
    'NO_KEY',
    `No key is set for ${title} at ${origin}. Put one in under Settings, or choose a model without a key.`,
  );
}

export function cutError(context: FailureContext, words: string | null): ModelError {
  const why = words === null ? '' : ` (${words})`;
  const next = context.calledTool
    ? 'What came is kept; send a message to go on.'
    : 'What came is kept; send it again.';
  return error('STREAM_CUT', `The answer of ${context.title} broke off before its end${why}. ${next}`, {
    retryable: !context.calledTool,
  });
}

export function tooLargeError(context: FailureContext): ModelError {
  return error(
    'ANSWER_TOO_LARGE',
    `The answer of ${context.title} is larger than any that a model gives, and was cut. What came is kept. Check that the address is the provider's own, or choose another model.`,
  );
}

function networkError(context: FailureContext): ModelError {
  const { title, origin, isLoopback } = context;
  const where = origin.endsWith(`/${title}`) ? origin : `${title} at ${origin}`;
  const message = isLoopback
    ? `No answer from ${origin}: either no server runs there, or it does not allow this page to ask it, or it sends the request elsewhere (a redirect, which is never followed). Start it so that it does; for Ollama set OLLAMA_ORIGINS to this page's address, for LM Studio switch on CORS.`
    : `${where} could not be reached, does not allow requests from a web page (CORS), or sends the request elsewhere (a redirect, which is never followed). Check the address and the network, or use a server that allows this page.`;
  // A server of one's own that does not answer will not answer a second later either.
  return error('NETWORK_OR_CORS', message, { retryable: !isLoopback && !context.calledTool });
}

/** Turns whatever the packages throw or stream as an error into a plain sentence with what to do. */
export function toModelError(thrown: unknown, context: FailureContext): ModelError {
  if (context.aborted) return abortedError();
  // The packages' word for a stream that ended without its last event.
  if (isCut(thrown) || InvalidResponseDataError.isInstance(thrown)) return cutError(context, null);
  if (isNetworkFailure(thrown)) return context.began ? cutError(context, null) : networkError(context);
  if (JSONParseError.isInstance(thrown)) return cutError(context, 'a piece of it was not readable');
  const failure = readFailure(thrown);
  const words = cutUnits(context.hide(failure.words).replaceAll(/\s+/g, ' ').trim(), MAX_PROVIDER_WORDS);
  const said = `${context.title} says: ${words}${/[.!?]$/.test(words) ? '' : '.'}`;
  const httpStatus = failure.status;
  const retryable = !context.calledTool;
  const after = retryAfterMs(failure.retryAfter, context.nowMs);
  // Google answers 400 to a wrong key.
  const isAboutKey = httpStatus === 400 && /api[ _-]?key not valid|invalid api[ _-]?key/i.test(words);
  if (httpStatus === 401 || httpStatus === 403 || isAboutKey) {
    const what = context.hadKey
      ? `${context.title} refused the key (${httpStatus}). Check the key for ${context.origin} under Settings.`
      : `${context.title} wants a key (${httpStatus}), and none is set for ${context.origin}. Put one in under Settings.`;
    return error('AUTH', `${what} ${said}`, { httpStatus });
  }
  if (httpStatus === 429 || httpStatus === 402) {
    const isOutOfCredit = httpStatus === 402 || /insufficient_quota|credit|billing/i.test(words);
    const what = isOutOfCredit
      ? 'The account has no credit left. Add some with the provider, or choose another model.'
      : `Too many requests for now; wait ${after === null ? 'a little' : `${Math.ceil(after / 1000)} s`} and send it again.`;
    return error('RATE_LIMIT', `${what} ${said}`, {
      httpStatus,
      retryable: retryable && !isOutOfCredit,
      retryAfterMs: after,
    });
  }
  if (httpStatus !== null && (httpStatus >= 500 || httpStatus === 408 || httpStatus === 409)) {
    const what = `${context.title} is overloaded or out of order (${httpStatus}). Wait a little and send it again.`;
    return error('OVERLOADED', `${what} ${said}`, { httpStatus, retryable, retryAfterMs: after });
  }
  if (httpStatus !== null && httpStatus >= 400) {
    const what =
      httpStatus === 404
        ? `${context.title} does not know this model or this address (404). Check both under Settings.`
        : `${context.title} did not take the request (${httpStatus}).`;
    return error('BAD_REQUEST', `${what} ${said}`, { httpStatus });
  }
  if (failure.inStream && context.began) return cutError(context, words);
  return error(
    'BAD_RESPONSE',
    `${context.origin} answered in a form that this provider does not use. Check that the address fits the provider. ${said}`,
    { httpStatus },
  );
}
