package io.weir.client;

import java.util.concurrent.TimeoutException;

/**
 * What all attempts of one request share. Written by the attempts, which follow each other or race as hedges do; read by whoever
 * tells how it ended.
 */
final class Call {

  private final Deadline deadline;
  private volatile boolean sent;

  Call(Deadline deadline) {
    this.deadline = deadline;
  }

  Deadline deadline() {
    return deadline;
  }

  /** An attempt is about to leave: from now on the service may have heard of it. */
  void markSent() {
    sent = true;
  }

  /** Everything that was sent is known not to have been looked at. */
  void markUnsent() {
    sent = false;
  }

  boolean isSent() {
    return sent;
  }

  /** The deadline has passed. */
  Throwable late() {
    var late = new TimeoutException("The deadline passed.");
    return sent ? late : new Unsent(late);
  }
}
