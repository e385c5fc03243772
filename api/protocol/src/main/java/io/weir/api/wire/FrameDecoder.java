package io.weir.api.wire;

import io.weir.api.entity.Entity;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames out of bytes that arrive in pieces of any size.
 *
 * <pre>
 * decoder.feed(piece);
 * for (var frame = decoder.next(); frame != null; frame = decoder.next()) { ... }
 * </pre>
 *
 * Nothing is read ahead: each call of {@link #next} reads one frame, so a caller may stop in the middle of a piece. What it holds
 * beyond the piece is one frame that is not complete yet, at most twice the bytes that arrived of it; the length that a frame
 * claims reserves nothing.
 *
 * <p>There are two ways to read an entity. A service trusts nobody: {@link #checked} enforces every rule of an entity again. A
 * client reads what its own service checked when it was stored; {@link #shaped} only makes sure that the bytes can be walked,
 * which is several times cheaper and still safe: whatever the other end sends, reading such an entity ends, and stays in its bytes.
 * It may break a limit or hold damaged text; storing it anywhere means passing {@link #checked} again.
 *
 * <p>Belongs to one thread at a time. Fails with {@link io.weir.api.error.InvalidRequestException}; a decoder that failed has lost
 * its place and is not used again.
 */
public final class FrameDecoder {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final byte[] NO_BYTES = {};

  private final Function<byte[], Entity> entities;
  private final ByteBuffer head = ByteBuffer.allocate(FrameKind.HEAD_BYTES);
  private ByteBuffer input = NOTHING;
  private @Nullable FrameKind kind;
  private byte[] payload = NO_BYTES;
  private int payloadBytes;
  private int receivedBytes;

  private FrameDecoder(Function<byte[], Entity> entities) {
    this.entities = entities;
  }

  /** For bytes that may come from anybody. */
  public static FrameDecoder checked() {
    return new FrameDecoder(Entity::decode);
  }

  /** For bytes that come from the service that was asked. */
  public static FrameDecoder shaped() {
    return new FrameDecoder(Entity::ofShaped);
  }

  /**
   * Gives the next piece; the one before has been read to its end. The piece stays the caller's and is read by {@link #next}; its
   * order becomes big-endian.
   */
  public void feed(ByteBuffer piece) {
    if (input.hasRemaining()) {
      throw new IllegalStateException(
          "The piece before was not read to its end. remaining=" + input.remaining());
    }
    input = piece.order(ByteOrder.BIG_ENDIAN);
  }

  /** The next frame, or null when more bytes are needed for it. */
  public @Nullable Frame next() {
    var reading = kind == null ? readHead() : kind;
    kind = reading;
    if (reading == null || !readPayload()) {
      input = NOTHING;
      return null;
    }
    kind = null;
    return Payload.read(reading, takePayload(), entities);
  }

  /** Whether the bytes so far end where a frame ends: false means that the rest is missing. */
  public boolean isBetweenFrames() {
    return kind == null && head.position() == 0;
  }

  /** Bytes kept of a frame that is not complete. */
  public int heldBytes() {
    return payload.length;
  }

  private @Nullable FrameKind readHead() {
    if (head.position() == 0 && input.remaining() >= FrameKind.HEAD_BYTES) {
      return readHead(input);
    }
    while (head.hasRemaining() && input.hasRemaining()) {
      head.put(input.get());
    }
    if (head.hasRemaining()) {
      return null;
    }
    var next = readHead(head.flip());
    head.clear();
    return next;
  }

  private FrameKind readHead(ByteBuffer bytes) {
    var next = FrameKind.ofTag(bytes.get());
    payloadBytes = bytes.getInt();
    next.requireLength(payloadBytes);
    return next;
  }

  private boolean readPayload() {
    var more = Math.min(payloadBytes - receivedBytes, input.remaining());
    reserve(receivedBytes + more);
    input.get(payload, receivedBytes, more);
    receivedBytes += more;
    return receivedBytes == payloadBytes;
  }

  /** Grows by doubling what arrived: a frame in one piece takes one array of its very length. */
  private void reserve(int neededBytes) {
    if (neededBytes > payload.length) {
      payload =
          Arrays.copyOf(payload, Math.min(payloadBytes, Math.max(neededBytes, 2 * payload.length)));
    }
  }

  private byte[] takePayload() {
    var taken = payload.length == payloadBytes ? payload : Arrays.copyOf(payload, payloadBytes);
    payload = NO_BYTES;
    receivedBytes = 0;
    return taken;
  }
}
