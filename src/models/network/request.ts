import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Prompt } from '../../core/index.ts';
import type { ModelError, ModelEvent } from '../port.ts';
import { parseBaseUrl } from './base-url.ts';
import { aboutProvider, type ProviderId } from './catalog.ts';
import { AnswerCollector } from './collect.ts';
import {
  cutError,
  type FailureContext,
  isUnknownChunk,
  noKeyError,
  toModelError,
  tooLargeError,
} from './failures.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { hideInPart, KeyFilter } from './key-filter.ts';
import { loadPackageModel, packageOptions, type RequestOptions } from './packages.ts';
import { DATA_NAMES, toProviderPrompt, toProviderTools } from './to-provider.ts';
import type { KeyVault } from './vault.ts';

export interface ProviderRequest {
  readonly provider: ProviderId;
  readonly model: string;
  readonly baseUrl: string;
  readonly options: RequestOptions;
  readonly prompt: Prompt;
}

/** What a request needs from its surroundings; tests give their own. */
export interface RequestWorld {
  readonly vault: KeyVault;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

function endWith(error: ModelError): ModelEvent {
  return { type: 'end', parts: [], usage: null, finish: 'error', error };
}

/** Asks a provider and gives its answer as events, with every known key taken out. Never throws. */
export async function* askProvider(
  request: ProviderRequest,
  world: RequestWorld,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { vault } = world;
  const about = aboutProvider(request.provider);
  const base = parseBaseUrl(request.baseUrl);
  if (!base.ok) {
    yield endWith({
      code: 'BAD_BASE_URL',
      message: base.message,
      httpStatus: null,
      retryable: false,
      retryAfterMs: null,
    });
    return;
  }
  const { origin, href, isLoopback } = base.url;
  const hadKey = await vault.recall(request.provider, origin);
  if (!hadKey && about.needsKey && href === about.baseUrl) {
    yield endWith(noKeyError(about.title, origin));
    return;
  }

  const collector = new AnswerCollector({
    ownName: DATA_NAMES[request.provider],
    holdsCalls: request.provider === 'openai-compatible',
  });
  const context = (): FailureContext => ({
    title: request.provider === 'openai-compatible' ? new URL(origin).host : about.title,
    origin,
    isLoopback,
    hadKey,
    began: collector.began,
    calledTool: collector.calledTool,
    aborted: signal.aborted,
    hide: (text) => vault.hideInError(text),
    nowMs: world.now(),
  });
  const filter = new KeyFilter(vault);
  const bodies: string[] = [];
  let tellSent: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    tellSent = resolve;
  });
  let failure: ModelError | null = null;
  let isTooLarge = false;
  try {
    const guardedFetch = createGuardedFetch({
      provider: request.provider,
      origin,
      vault,
      fetch: world.fetch,
      onBody: (body) => {
        bodies.push(body);
        tellSent();
      },
      onTooLarge: () => {
        isTooLarge = true;
      },
    });
    const model = await loadPackageModel(request.provider, request.model, href, guardedFetch);
    const started = model.doStream({
      prompt: toProviderPrompt(request.prompt, request.provider),
      tools: toProviderTools(request.prompt.tools),
      abortSignal: signal,
      ...packageOptions(request.provider, request.options),
    });
    // The body is told as soon as it is sent: an answer may take minutes.
    await Promise.race([started, sent]);
    yield* requestEvents(bodies, vault);
    const { stream } = await started;
    for await (const chunk of chunksOf(stream)) {
      if (chunk.type === 'error') {
        if (isUnknownChunk(chunk.error)) continue;
        failure = toModelError(chunk.error, context());
        // What follows an error inside a stream is its end; of a held call only a piece may have come.
        break;
      }
      for (const event of collector.take(chunk)) yield* filter.pass(event);
      isTooLarge ||= collector.isTooLarge;
      if (isTooLarge) break;
      if (collector.finish !== null) break;
    }
  } catch (thrown) {
    failure = toModelError(thrown, context());
  }
  if (isTooLarge && !signal.aborted) failure = tooLargeError(context());
  yield* requestEvents(bodies, vault);
  yield* filter.flush();
  if (failure === null && collector.finish === null) {
    failure = signal.aborted ? toModelError(null, context()) : cutError(context(), null);
  }
  yield {
    type: 'end',
    parts: collector.parts().map((part) => hideInPart(part, vault)),
    usage: collector.usage,
    finish: failure === null ? (collector.finish ?? 'other') : 'error',
    error: failure,
  };
}

/** One event for the body of the request, or of each, where a package sent more than one. */
function* requestEvents(bodies: string[], vault: KeyVault): Iterable<ModelEvent> {
  for (const body of bodies.splice(0)) yield { type: 'request', body: vault.hide(body) };
}

/** Reads a stream and cancels it when the reader goes, so that the connection does not stay open. */
async function* chunksOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
