import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContainerProcess } from '../../../../src/guest/webcontainer/page/client.ts';
import { PlainProcess } from '../../../../src/guest/webcontainer/page/plainProcess.ts';

/** One `jsh -c` whose terminal writes these pieces. */
async function outputOf(pieces: readonly string[]): Promise<string> {
  const output = new ReadableStream<string>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const spawned: Pick<ContainerProcess, 'output' | 'input' | 'exit'> = {
    output,
    input: new WritableStream<string>(),
    exit: Promise.resolve(0),
  };
  const process = new PlainProcess(1, 'jsh', async () => spawned as ContainerProcess, undefined);
  const decoder = new TextDecoder();
  let text = '';
  for await (const { bytes } of process.output) text += decoder.decode(bytes, { stream: true });
  return text;
}

test('a terminal’s line ends become line feeds wherever its output is cut, and other returns stay', async () => {
  const pieces = fc.array(fc.constantFrom('\r', '\n', '\r\n', 'a', 'é'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, async (given) => {
      expect(await outputOf(given)).toBe(given.join('').replaceAll('\r\n', '\n'));
    }),
  );
});
