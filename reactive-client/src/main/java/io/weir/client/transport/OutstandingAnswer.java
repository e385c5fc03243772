package io.weir.client.transport;

/**
 * What a service owes beside what is asked of it: silence is its fault only while there is something. Any thread.
 */
@FunctionalInterface
public interface OutstandingAnswer {

  /** Of a request that is sent whole: its answer. */
  OutstandingAnswer ANSWER = nanos -> true;

  /**
   * Whether something is owed, without a sign of life since then.
   *
   * @param nanos a moment of {@link System#nanoTime}
   */
  boolean isOutstandingSince(long nanos);
}
