/** The floor of the guest benchmark: posts as many transferred pieces as it is asked for, and nothing else. */
interface Ask {
  readonly pieces: number;
  readonly pieceBytes: number;
}

self.onmessage = ({ data }: MessageEvent<Ask>) => {
  for (let piece = 0; piece < data.pieces; piece++) {
    const bytes = new Uint8Array(data.pieceBytes).fill(120);
    self.postMessage(bytes, { transfer: [bytes.buffer] });
  }
};
