package io.weir.engine.consensus;

/**
 * Receives what became of a proposed entry: one call. Runs on: any thread; it must only hand over
 * to another thread or note the call.
 */
public interface Outcome {

  /** Reports that the entry is committed: every member has received it, or will. */
  void kept();

  /**
   * Reports that no member ever receives the entry.
   *
   * @param reason as facts for a log line, such as {@code reason=notLeader}
   */
  void refused(String reason);

  /**
   * Reports that this node lost the leadership or stopped before it knew. Whether the entry is
   * committed shows in what members receive.
   */
  void unknown();
}
