package io.weir.client.transport;

/**
 * Whether the service owes an answer to what it has received. Silence is its fault only then. Any
 * thread.
 */
@FunctionalInterface
public interface OutstandingAnswer {

  /** For a request that is sent as a whole: the answer is always outstanding. */
  OutstandingAnswer ANSWER = nanos -> true;

  /**
   * Returns whether an answer is outstanding, without any progress since then.
   *
   * @param nanos a time of {@link System#nanoTime}
   */
  boolean isOutstandingSince(long nanos);
}
