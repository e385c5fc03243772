package io.weir.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A frame on the wire: RFC 9113, section 4.1. */
record Http2Frame(int type, int flags, int stream, ByteBuffer payload) {

  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  /** Bytes of the preface, which are not a frame. */
  static final int PREFACE_BYTES = 24;

  /** The preface and empty settings. */
  static final byte[] BEGINNING = beginning();

  private static final int HEADER = 9;
  private static final int OTHER = 0;

  static Http2Frame of(int type, int flags, int stream, byte[] payload) {
    return new Http2Frame(type, flags, stream, ByteBuffer.wrap(payload));
  }

  /** Returns a complete request for a path. */
  static Http2Frame get(int stream, String path) {
    return of(HEADERS, END_STREAM | END_HEADERS, stream, head(path, ""));
  }

  /**
   * Returns a header block: GET, http, the path, an authority, and a header with that value; HPACK
   * without Huffman coding.
   */
  static byte[] head(String path, String value) {
    return head(path, "x", value);
  }

  /** Returns such a block with another name of the header. */
  static byte[] head(String path, String name, String value) {
    var block = new ByteArrayOutputStream();
    block.write(0x82);
    block.write(0x86);
    block.write(0x04);
    text(block, path);
    block.write(0x01);
    text(block, "h");
    if (!value.isEmpty()) {
      block.write(OTHER);
      text(block, name);
      text(block, value);
    }
    return block.toByteArray();
  }

  byte[] bytes() {
    var frame = ByteBuffer.allocate(HEADER + payload.remaining());
    frame.putInt(payload.remaining() << 8 | type).put((byte) flags).putInt(stream);
    return frame.put(payload.duplicate()).array();
  }

  /** Returns the next frame of this type. Discards those before it. */
  static Http2Frame await(RawConnection client, int type) throws IOException {
    while (true) {
      var head = ByteBuffer.wrap(client.read(HEADER));
      var payload = ByteBuffer.wrap(client.read(head.getInt(0) >>> 8));
      if (head.get(3) == type) {
        return new Http2Frame(type, head.get(4), head.getInt(5), payload);
      }
    }
  }

  private static byte[] beginning() {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    bytes.writeBytes(of(SETTINGS, 0, 0, new byte[0]).bytes());
    return bytes.toByteArray();
  }

  /** Writes a text with its length as a 7-bit prefixed integer: RFC 7541, section 5.1. */
  private static void text(ByteArrayOutputStream block, String text) {
    if (text.length() < 0x7F) {
      block.write(text.length());
    } else {
      block.write(0x7F);
      var rest = text.length() - 0x7F;
      for (; rest >= 0x80; rest >>>= 7) {
        block.write(rest & 0x7F | 0x80);
      }
      block.write(rest);
    }
    block.writeBytes(text.getBytes(US_ASCII));
  }
}
