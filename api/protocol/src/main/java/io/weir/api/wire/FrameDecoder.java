package io.weir.api.wire;

import io.weir.api.entity.Entity;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A decoder of frames from bytes that arrive in pieces of any size.
 *
 * <pre>
 * decoder.feed(piece);
 * for (var frame = decoder.next(); frame != null; frame = decoder.next()) { ... }
 * </pre>
 *
 * <p>Each call of {@link #next} reads one frame and nothing beyond it, so a caller may stop in the
 * middle of a piece.
 *
 * <p>Memory: beyond the piece, the decoder holds one incomplete frame, in at most twice as many
 * bytes as have arrived of it. The length in a frame's head reserves no memory.
 *
 * <p>There are two ways to read an entity. A service trusts no client: {@link #checked} enforces
 * every rule of an entity. A client reads entities that its own service checked when it stored
 * them: {@link #shaped} only checks that the bytes can be walked. That is several times cheaper. It
 * is safe, because reading such an entity always ends and stays within its bytes. The entity may
 * exceed a limit or contain damaged text. Storing it requires {@link #checked}.
 *
 * <p>Belongs to one thread at a time. Fails with {@link io.weir.api.error.InvalidRequestException}.
 * A decoder must not be used after a failure, because it has lost its position.
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

  /** Returns a decoder for bytes from any source. */
  public static FrameDecoder checked() {
    return new FrameDecoder(Entity::decode);
  }

  /** Returns a decoder for bytes from the client's own service. */
  public static FrameDecoder shaped() {
    return new FrameDecoder(Entity::ofShaped);
  }

  /**
   * Sets the next piece. The previous one must have been read to its end. The caller keeps
   * ownership; {@link #next} reads the piece. Its byte order becomes big-endian.
   */
  public void feed(ByteBuffer piece) {
    if (input.hasRemaining()) {
      throw new IllegalStateException(
          "The previous piece has unread bytes. remaining=" + input.remaining());
    }
    input = piece.order(ByteOrder.BIG_ENDIAN);
  }

  /** Returns the next frame, or null when it needs more bytes. */
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

  /**
   * Whether the bytes so far end at the end of a frame. False means that the rest of a frame is
   * missing.
   */
  public boolean isBetweenFrames() {
    return kind == null && head.position() == 0;
  }

  /** Returns the number of bytes held for an incomplete frame. */
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

  /**
   * Grows to twice the bytes that arrived. A frame in one piece takes one array of exactly its
   * length.
   */
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
