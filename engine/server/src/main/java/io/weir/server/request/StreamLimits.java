package io.weir.server.request;

/**
 * The limits of one streamed answer.
 *
 * @param bytes length at which the stream ends early; the client can continue it
 * @param bytesPerSecond highest rate of the body; at least
 *     {@link io.weir.api.wire.Dialect#SLOWEST_RATE}
 */
public record StreamLimits(long bytes, long bytesPerSecond) {

  /** No limit on length or rate. */
  public static final StreamLimits NONE = new StreamLimits(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Returns the stricter of each limit. */
  public StreamLimits and(StreamLimits other) {
    return new StreamLimits(
        Math.min(bytes, other.bytes), Math.min(bytesPerSecond, other.bytesPerSecond));
  }

  /** Returns whether the rate is unlimited. */
  public boolean isUnpaced() {
    return bytesPerSecond == Long.MAX_VALUE;
  }
}
