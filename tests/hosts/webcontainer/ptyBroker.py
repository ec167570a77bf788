"""Runs programs on pseudo-terminals for the local host: one connection on a Unix socket each.

A frame is one letter, four bytes of length (big endian) and that many bytes.
To the broker: S spawn (JSON), I input, R resize (JSON), K kill (JSON). From it: B begun or E not started, O output, X exit (JSON).
"""

import fcntl
import json
import os
import select
import signal
import socket
import struct
import sys
import termios
import threading
import time

LARGEST_READ = 65536


def send(connection, lock, kind, payload):
    with lock:
        connection.sendall(kind + struct.pack(">I", len(payload)) + payload)


def receive_exactly(connection, count):
    parts = []
    while count > 0:
        try:
            part = connection.recv(min(count, LARGEST_READ))
        except OSError:
            return None
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def receive(connection):
    head = receive_exactly(connection, 5)
    if head is None:
        return None, b""
    payload = receive_exactly(connection, struct.unpack(">I", head[1:])[0])
    return (None, b"") if payload is None else (head[:1], payload)


def set_size(master, size):
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", size["rows"], size["cols"], 0, 0))


def start(order):
    """Forks onto a new terminal; the child's failure to start comes back through a pipe that exec closes."""
    failed_read, failed_write = os.pipe()
    pid, master = os.forkpty()
    if pid == 0:
        try:
            os.close(failed_read)
            if not order["crlf"]:
                # The real runtime hands out bare newlines, at least in part.
                mode = termios.tcgetattr(1)
                mode[1] &= ~termios.ONLCR
                termios.tcsetattr(1, termios.TCSANOW, mode)
            os.chdir(order["cwd"])
            os.execvpe(order["argv"][0], order["argv"], order["env"])
        except OSError as error:
            os.write(failed_write, (error.strerror or "failed").encode())
            os._exit(127)
    os.close(failed_write)
    set_size(master, order)
    reason = os.read(failed_read, 1024)
    os.close(failed_read)
    return pid, master, reason.decode()


def read_some(master):
    """What the terminal has: it hands out 4 KiB at a time, so more is taken while there is more."""
    parts = [os.read(master, LARGEST_READ)]
    total = len(parts[0])
    while parts[-1] and total < LARGEST_READ and select.select([master], [], [], 0)[0]:
        try:
            parts.append(os.read(master, LARGEST_READ))
        except OSError:
            break
        total += len(parts[-1])
    return b"".join(parts)


def relay_output(master, connection, lock):
    while True:
        try:
            chunk = read_some(master)
        except OSError:
            return
        if not chunk:
            return
        try:
            send(connection, lock, b"O", chunk)
        except OSError:
            return


def obey(connection, master, pid, ended):
    while True:
        kind, payload = receive(connection)
        if kind is None:
            break
        try:
            if kind == b"I":
                while payload:
                    payload = payload[os.write(master, payload):]
            elif kind == b"R":
                set_size(master, json.loads(payload))
            elif kind == b"K" and not ended.is_set():
                os.kill(pid, json.loads(payload)["signal"])
        except OSError:
            pass
    if not ended.is_set():
        try:
            os.killpg(pid, signal.SIGKILL)
        except OSError:
            pass


def serve(connection):
    lock = threading.Lock()
    kind, payload = receive(connection)
    if kind != b"S":
        connection.close()
        return
    pid, master, reason = start(json.loads(payload))
    if reason:
        os.waitpid(pid, 0)
        send(connection, lock, b"E", reason.encode())
        connection.close()
        return
    send(connection, lock, b"B", b"")
    ended = threading.Event()
    output = threading.Thread(target=relay_output, args=(master, connection, lock), daemon=True)
    output.start()
    threading.Thread(target=obey, args=(connection, master, pid, ended), daemon=True).start()
    _, status = os.waitpid(pid, 0)
    ended.set()
    # What the terminal still holds; a process left in the background may keep it open for ever. On a machine that others
    # keep busy the reader may have had no turn yet: what lies there is waited for.
    output.join(0.3)
    patient_until = time.monotonic() + 10
    while output.is_alive() and time.monotonic() < patient_until and select.select([master], [], [], 0)[0]:
        output.join(0.1)
    how = {"code": os.waitstatus_to_exitcode(status)}
    try:
        send(connection, lock, b"X", json.dumps(how).encode())
    except OSError:
        pass
    output.join(0.5)
    connection.close()
    os.close(master)


def main():
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(64)
    print("ready", flush=True)
    # The host's end of this pipe closes when the host does.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


main()
