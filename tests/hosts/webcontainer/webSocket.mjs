import { createHash } from 'node:crypto';

/** The server's side of a WebSocket (RFC 6455), as much of it as one known client needs. */

const key = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const opText = 1;
const opBinary = 2;
const opClose = 8;

/** Answers the upgrade. `send` takes text or bytes; `onMessage` gets the same. */
export function acceptWebSocket(request, socket) {
  const accept = createHash('sha1')
    .update(request.headers['sec-websocket-key'] + key)
    .digest('base64');
  socket.setNoDelay(true);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const connection = {
    onMessage: () => {},
    onClose: () => {},
    send(data) {
      if (socket.writable) socket.write(encode(data));
    },
    close: () => socket.end(),
  };
  let held = Buffer.alloc(0);
  let parts = [];
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (let read = decode(held); read; read = decode(held)) {
      held = held.subarray(read.length);
      if (read.operation === opClose) {
        socket.end();
        return;
      }
      parts.push(read);
      if (!read.isLast) continue;
      const payload = Buffer.concat(parts.map((part) => part.payload));
      const isText = parts[0].operation === opText;
      parts = [];
      connection.onMessage(isText ? payload.toString() : payload);
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => connection.onClose());
  return connection;
}

function encode(data) {
  const payload = typeof data === 'string' ? Buffer.from(data) : data;
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65536 ? 4 : 10);
  head[0] = 0x80 | (typeof data === 'string' ? opText : opBinary);
  if (length < 126) head[1] = length;
  else if (length < 65536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** The first whole frame in `held`; null where there is none yet. Frames of a client are masked. */
function decode(held) {
  if (held.length < 2) return null;
  const short = held[1] & 0x7f;
  const headLength = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (held.length < headLength + 4) return null;
  const size = short === 126 ? held.readUInt16BE(2) : short === 127 ? Number(held.readBigUInt64BE(2)) : short;
  const start = headLength + 4;
  if (held.length < start + size) return null;
  const mask = held.subarray(headLength, start);
  const payload = Buffer.alloc(size);
  for (let index = 0; index < size; index++) payload[index] = held[start + index] ^ mask[index & 3];
  return { operation: held[0] & 0x0f, isLast: (held[0] & 0x80) !== 0, payload, length: start + size };
}
