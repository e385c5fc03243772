package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Duration;

/**
 * The limits of queues and messages. Source: the public REST documentation of the Azure Queue
 * service.
 */
public final class QueueLimits {

  /** Most bytes of a message's text in UTF-8. */
  public static final int MAX_TEXT_BYTES = 64 << 10;

  /** Most messages of a take or of a peek. */
  public static final int MAX_MESSAGES = 32;

  /** The longest visibility timeout. */
  public static final Duration MAX_VISIBILITY = Duration.ofDays(7);

  /** The shortest visibility timeout of a take. That of a new or updated message may be zero. */
  public static final Duration MIN_TAKE_VISIBILITY = Duration.ofSeconds(1);

  /** The visibility timeout of a take that names none. */
  public static final Duration DEFAULT_VISIBILITY = Duration.ofSeconds(30);

  /**
   * The longest time for which a take waits for a message. An extension: the Azure Queue service
   * has no such wait.
   */
  public static final Duration MAX_WAIT = Duration.ofSeconds(60);

  /** The life of a message that names none. */
  public static final Duration DEFAULT_TIME_TO_LIVE = Duration.ofDays(7);

  /** The shortest life of a message. */
  public static final Duration MIN_TIME_TO_LIVE = Duration.ofSeconds(1);

  /**
   * A longer life is none: it ends after the year 9999, the last that the protocol can name. 10,000
   * years.
   */
  static final Duration LONGEST_TIME_TO_LIVE = Duration.ofDays(3_652_425);

  /** Most characters of the names and values of a queue's metadata together. */
  public static final int MAX_METADATA_CHARS = 8 << 10;

  /** Most lanes of a queue. An extension. */
  public static final int MAX_LANES = 16;

  /** Most characters of an ordering key. An extension. */
  public static final int MAX_ORDERING_KEY_CHARS = 128;

  private QueueLimits() {}

  /**
   * Fails with {@code OutOfRangeQueryParameterValue} unless a queue may have this number of lanes.
   */
  public static int requireLanes(int lanes) {
    if (lanes < 1 || lanes > MAX_LANES) {
      throw outOfRange("lanes=" + lanes + " from=1 to=" + MAX_LANES);
    }
    return lanes;
  }

  /** Fails with {@code OutOfRangeQueryParameterValue} unless a text may be an ordering key. */
  static void requireOrderingKey(String key) {
    if (key.isEmpty() || key.length() > MAX_ORDERING_KEY_CHARS) {
      throw outOfRange("orderingkeyChars=" + key.length() + " from=1 to=" + MAX_ORDERING_KEY_CHARS);
    }
  }

  /**
   * Fails with {@code OutOfRangeQueryParameterValue} unless a take or a peek may ask for this
   * number of messages.
   */
  static void requireCount(int messages) {
    if (messages < 1 || messages > MAX_MESSAGES) {
      throw outOfRange("numofmessages=" + messages + " from=1 to=" + MAX_MESSAGES);
    }
  }

  /**
   * Fails with {@code OutOfRangeQueryParameterValue} unless a visibility timeout is in its range.
   */
  static void requireVisibility(Duration visibility, Duration shortest) {
    if (visibility.compareTo(shortest) < 0 || visibility.compareTo(MAX_VISIBILITY) > 0) {
      throw outOfRange(
          "visibilitytimeout=" + visibility + " from=" + shortest + " to=" + MAX_VISIBILITY);
    }
  }

  /** Fails with {@code OutOfRangeQueryParameterValue} unless a take may wait that long. */
  static void requireWait(Duration wait) {
    if (wait.isNegative() || wait.compareTo(MAX_WAIT) > 0) {
      throw outOfRange("waitSeconds=" + wait + " from=PT0S to=" + MAX_WAIT);
    }
  }

  private static InvalidRequestException outOfRange(String facts) {
    return new InvalidRequestException(ErrorCode.OUT_OF_RANGE_QUERY_PARAMETER_VALUE, facts);
  }
}
