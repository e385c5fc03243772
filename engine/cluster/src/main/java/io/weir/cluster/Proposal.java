package io.weir.cluster;

import io.weir.engine.consensus.Outcome;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * An entry on its way into the log, as the message of a request to Ratis.
 *
 * <p>Whether the entry may have reached the log decides between <em>refused</em> and
 * <em>unknown</em>, whatever the failure: Ratis answers with the same exception for a request that
 * it never took and for one that waited when the leadership was lost.
 */
final class Proposal implements Message {

  private final long term;
  private final ByteString content;
  private final Outcome outcome;
  private final AtomicBoolean settled = new AtomicBoolean();

  /**
   * Written by Ratis under the lock of its log, read by the thread that completes the request's
   * future: after it.
   */
  private volatile boolean logged;

  /** Copies the entry: Ratis keeps it in memory for followers longer than the caller does. */
  Proposal(long term, ByteBuffer entry, Outcome outcome) {
    this.term = term;
    this.content = ByteString.copyFrom(entry.duplicate());
    this.outcome = outcome;
  }

  long term() {
    return term;
  }

  int bytes() {
    return content.size();
  }

  @Override
  public ByteString getContent() {
    return content;
  }

  /** Notes that the entry is about to be in the log of this node. */
  void enterLog() {
    logged = true;
  }

  boolean isLogged() {
    return logged;
  }

  /** Returns true for the first caller only, which reports the outcome. */
  boolean settle() {
    return settled.compareAndSet(false, true);
  }

  Outcome outcome() {
    return outcome;
  }
}
