"""Gives PNG files, as Chromium writes them, a palette of 256 colours: palette.py FILE..."""

import struct
import sys
import zlib

import numpy

COLOURS = 256


def read(file):
    """The pixels of an image with 8 bits for red, green and blue each."""
    with open(file, "rb") as opened:
        data = opened.read()
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", chunk[:10])
        packed += chunk if kind == b"IDAT" else b""
        at += 12 + length
    if depth != 8 or colours not in (2, 6):
        return None
    bytes_each = {2: 3, 6: 4}[colours]
    rows = numpy.frombuffer(zlib.decompress(packed), numpy.uint8)
    rows = rows.reshape(height, 1 + width * bytes_each)
    pixels = numpy.zeros((height, width, bytes_each), numpy.int16)
    before = numpy.zeros((width, bytes_each), numpy.int16)
    for number, row in enumerate(rows):
        kind, line = row[0], row[1:].reshape(width, bytes_each).astype(numpy.int16)
        if kind == 0:
            line = line.copy()
        elif kind == 1:
            line = numpy.cumsum(line, axis=0) & 255
        elif kind == 2:
            line = (line + before) & 255
        else:
            left = corner = numpy.zeros(bytes_each, numpy.int16)
            for at in range(width):
                above = before[at]
                if kind == 3:
                    guess = (left + above) >> 1
                else:
                    away = left + above - corner
                    a, b, c = abs(away - left), abs(away - above), abs(away - corner)
                    guess = numpy.where((a <= b) & (a <= c), left, numpy.where(b <= c, above, corner))
                left = line[at] = (line[at] + guess) & 255
                corner = above
        pixels[number] = before = line
    return pixels[:, :, :3]


def palette(colours, counts):
    """The colours that are most frequent, and those that are farthest from all of them."""
    chosen = colours[numpy.argsort(-counts)[:COLOURS // 2]]
    distance = numpy.min([((colours - one) ** 2).sum(1) for one in chosen], axis=0)
    while len(chosen) < min(COLOURS, len(colours)):
        far = colours[numpy.argmax(distance * numpy.sqrt(counts))]
        chosen = numpy.vstack([chosen, far])
        distance = numpy.minimum(distance, ((colours - far) ** 2).sum(1))
    return chosen


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(
        ">I", zlib.crc32(kind + content))


def write(file, pixels):
    height, width, _ = pixels.shape
    flat = pixels.reshape(-1, 3).astype(numpy.int32)
    keys = flat @ [1 << 16, 1 << 8, 1]
    keys, places, counts = numpy.unique(keys, return_inverse=True, return_counts=True)
    colours = numpy.stack([keys >> 16, keys >> 8 & 255, keys & 255], axis=1)
    chosen = palette(colours, counts)
    nearest = [((chosen - one) ** 2).sum(1).argmin() for one in colours]
    indexes = numpy.array(nearest, numpy.uint8)[places].reshape(height, width)
    rows = b"".join(b"\0" + row.tobytes() for row in indexes)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    with open(file, "wb") as opened:
        opened.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
                     + chunk(b"PLTE", chosen.astype(numpy.uint8).tobytes())
                     + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


for name in sys.argv[1:]:
    image = read(name)
    if image is not None:
        write(name, image)
