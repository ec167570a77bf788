import type { OutputText, RecordKey, SentView, SessionState, ToolRecord } from '../../core/index.ts';
import type { OutputStore } from '../../store/index.ts';
import type { SeenBytes } from '../port.ts';
import { callByKey } from '../subagent/callTree.ts';
import { seenBytesOf, textOfRecord } from './storedOutput.ts';

/** A session's own outputs, by the records that its log has of them: the same wherever the session lives. */
export abstract class RecordedOutputs {
  constructor(private readonly outputs: OutputStore) {}

  abstract get state(): SessionState;

  /** Bytes stored, also while the call runs. */
  outputSize(key: RecordKey): Promise<number> {
    return this.outputs.size(key);
  }

  readOutput(
    key: RecordKey,
    range: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array> {
    return this.outputs.read(key, range);
  }

  streamOutput(key: RecordKey): AsyncIterable<Uint8Array> {
    return this.outputs.stream(key);
  }

  /** The text that the profile was given. Rejects where there is no record. */
  async outputText(key: RecordKey): Promise<OutputText> {
    const { record, sent } = this.#recorded(key);
    return textOfRecord(this.outputs, record, sent);
  }

  /** The raw bytes that the model has seen. Rejects where there is no record. */
  async seen(key: RecordKey): Promise<SeenBytes> {
    const { record, sent } = this.#recorded(key);
    return seenBytesOf(this.outputs, record, sent);
  }

  #recorded(key: RecordKey): { readonly record: ToolRecord; readonly sent: SentView } {
    const call = callByKey(this.state, key);
    if (call === null || call.record === null || call.sent === null) {
      throw new Error(`There is no record ${key}.`);
    }
    return { record: call.record, sent: call.sent };
  }
}
