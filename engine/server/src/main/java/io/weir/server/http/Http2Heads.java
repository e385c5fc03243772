package io.weir.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Follows the client's frames on an HTTP/2 connection to tell whether a head is incomplete. A head
 * lasts from the first byte of a HEADERS frame to the last byte of the frame that ends it, which is
 * the HEADERS frame or a CONTINUATION. Source: RFC 9113, sections 4.1 and 6.10.
 *
 * <pre>
 * offset  bytes
 * 0       3      length of what follows the nine bytes, big-endian
 * 3       1      type
 * 4       1      flags; 0x4 ends the head
 * 5       4      stream
 * </pre>
 *
 * <p>It validates nothing; the codec does. Owned by the loop of the connection.
 */
final class Http2Heads {

  private static final int FRAME_HEADER = Http2CodecUtil.FRAME_HEADER_LENGTH;
  private static final int TYPE_AT = 3;
  private static final int FLAGS_AT = 4;

  private int skipped;
  private int headerBytes;
  private int payloadLeft;
  private int type;
  private boolean endsHead;
  private long begun;
  private boolean open;

  /**
   * Creates a follower.
   *
   * @param preface bytes before the first frame
   */
  Http2Heads(int preface) {
    this.skipped = preface;
  }

  /** Inspects received bytes without consuming them. */
  void follow(ByteBuf bytes) {
    var at = bytes.readerIndex();
    var end = bytes.writerIndex();
    var prefaced = Math.min(skipped, end - at);
    skipped -= prefaced;
    at += prefaced;
    while (at < end) {
      if (headerBytes < FRAME_HEADER) {
        header(bytes.getByte(at) & 0xFF);
        at++;
      } else {
        var taken = Math.min(payloadLeft, end - at);
        payloadLeft -= taken;
        at += taken;
      }
      if (headerBytes == FRAME_HEADER && payloadLeft == 0) {
        frameEnded();
      }
    }
  }

  /** Returns whether a head is incomplete. */
  boolean isOpen() {
    return open;
  }

  /** Returns the number of heads begun, with the incomplete one. */
  long begun() {
    return begun;
  }

  private void header(int next) {
    if (headerBytes < TYPE_AT) {
      payloadLeft = payloadLeft << 8 | next;
    } else if (headerBytes == TYPE_AT) {
      type = next;
      if (type == Http2FrameTypes.HEADERS && !open) {
        open = true;
        begun++;
      }
    } else if (headerBytes == FLAGS_AT) {
      endsHead = (next & Http2Flags.END_HEADERS) != 0;
    }
    headerBytes++;
  }

  private void frameEnded() {
    if (endsHead && (type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION)) {
      open = false;
    }
    headerBytes = 0;
  }
}
