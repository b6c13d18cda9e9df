"""Joins two TAP interfaces by a link that delays frames and loses some of them.

Usage: slow-link.py FIRST SECOND MILLISECONDS PERCENT

Each frame is passed on MILLISECONDS later, in order; PERCENT of them are lost. It exists because the kernel's own netem
is not in every kernel. Node cannot open TAP interfaces, which takes an ioctl.
"""

import fcntl
import os
import random
import select
import struct
import sys
import time
from collections import deque

TUNSETIFF = 0x400454CA
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
FRAME_BYTES_MAX = 65_536


def open_tap(name):
    tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TAP | IFF_NO_PI))
    return tap


def main():
    first, second = open_tap(sys.argv[1]), open_tap(sys.argv[2])
    delay, share = float(sys.argv[3]) / 1000, float(sys.argv[4]) / 100
    other = {first: second, second: first}
    waiting = deque()
    print("ready", flush=True)
    while True:
        timeout = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        readable, _, _ = select.select([first, second], [], [], timeout)
        for tap in readable:
            try:
                frame = os.read(tap, FRAME_BYTES_MAX)
            except BlockingIOError:
                continue
            if random.random() >= share:
                waiting.append((time.monotonic() + delay, other[tap], frame))
        while waiting and waiting[0][0] <= time.monotonic():
            _, tap, frame = waiting.popleft()
            try:
                os.write(tap, frame)
            except OSError:
                # The interface is down or its queue is full: the frame is lost.
                pass


main()
