package io.weir.api.wire;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A kind of frame: the byte at its head, which never changes its meaning, and the longest payload.
 */
enum FrameKind {
  ENTITY(1, FrameKind.LARGE),
  PROGRESS(2, FrameKind.SMALL),
  END(3, FrameKind.SMALL),
  FAILURE(4, FrameKind.SMALL),
  WRITE(5, FrameKind.LARGE),
  RESULT(6, FrameKind.TWO_LARGE),
  TABLE(7, FrameKind.SMALL),
  LINE(8, FrameKind.LARGE),
  OUTCOME(9, FrameKind.SMALL),
  BULK_END(10, FrameKind.SMALL),
  MORE(11, FrameKind.SMALL),
  KEY(12, FrameKind.SMALL),
  FEED(13, FrameKind.LARGE),
  OPERATION(14, FrameKind.LARGE),
  ADDRESS(15, FrameKind.SMALL),
  MESSAGE_CALL(16, FrameKind.LARGE),
  MESSAGE_ANSWER(17, FrameKind.LARGEST),
  COMMIT(18, FrameKind.LARGE),
  COMMITTED(19, FrameKind.TWO_LARGE);

  /** Length of the head in bytes: kind and payload length. */
  static final int HEAD_BYTES = 1 + Integer.BYTES;

  /**
   * Longest payload with an entity, in bytes. An entity of 1 MiB, as the service counts, takes up
   * to 1.5 MiB encoded: a UTF-16 unit counts two bytes and may take three in UTF-8. Keys and a
   * precondition add less than 8 KiB.
   */
  private static final int LARGE = 2 * 1024 * 1024;

  /** Longest payload with two entities, in bytes. */
  private static final int TWO_LARGE = 2 * LARGE;

  /**
   * Longest payload with messages, in bytes: 32 texts of 64 KiB, and for each less than 2 KiB of
   * id, moments and receipt.
   */
  private static final int LARGEST = LARGE + 64 * 1024;

  /**
   * Longest payload without an entity, in bytes. The longest continuation takes 4.1 KiB. Facts and
   * preconditions are cut to less.
   */
  private static final int SMALL = 8 * 1024;

  private static final FrameKind[] BY_TAG = new FrameKind[20];

  static {
    for (var kind : values()) {
      BY_TAG[kind.tag] = kind;
    }
  }

  private final byte tag;
  private final int longestPayloadBytes;

  FrameKind(int tag, int longestPayloadBytes) {
    this.tag = (byte) tag;
    this.longestPayloadBytes = longestPayloadBytes;
  }

  byte tag() {
    return tag;
  }

  /** Returns the kind with this tag. Fails with {@code InvalidInput} for an unknown tag. */
  static FrameKind ofTag(byte tag) {
    if (tag < 1 || tag >= BY_TAG.length) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=frame kind=" + (tag & 0xFF));
    }
    return BY_TAG[tag];
  }

  /** Checks the payload length of a head. Fails with {@code RequestBodyTooLarge}. */
  void requireLength(int payloadBytes) {
    if (payloadBytes < 0 || payloadBytes > longestPayloadBytes) {
      throw new InvalidRequestException(
          ErrorCode.REQUEST_BODY_TOO_LARGE,
          "frame=" + this + " bytes=" + Integer.toUnsignedString(payloadBytes) + " limit="
              + longestPayloadBytes);
    }
  }
}
