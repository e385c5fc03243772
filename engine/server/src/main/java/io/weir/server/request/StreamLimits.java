package io.weir.server.request;

/**
 * How much one stream is given, whatever it asks for.
 *
 * @param bytes behind which it ends before it is complete, and can be gone on with
 * @param bytesPerSecond how fast its body is sent at most; at least {@link io.weir.api.wire.Dialect#SLOWEST_RATE}
 */
public record StreamLimits(long bytes, long bytesPerSecond) {

  /** As much as it likes, as fast as it goes. */
  public static final StreamLimits NONE = new StreamLimits(Long.MAX_VALUE, Long.MAX_VALUE);

  /** The tighter of each. */
  public StreamLimits and(StreamLimits other) {
    return new StreamLimits(
        Math.min(bytes, other.bytes), Math.min(bytesPerSecond, other.bytesPerSecond));
  }

  /** Whether the body is sent as fast as it goes. */
  public boolean isUnpaced() {
    return bytesPerSecond == Long.MAX_VALUE;
  }
}
