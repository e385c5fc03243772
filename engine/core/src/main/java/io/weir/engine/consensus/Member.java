package io.weir.engine.consensus;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Receives the committed entries and the role of a node.
 *
 * <p>Runs on: one thread of the consensus, never a loop. An exception ends the delivery; see the
 * package.
 */
public interface Member {

  /**
   * Receives the next committed entry. May block, and no later entry comes meanwhile.
   *
   * @param at where the entry is; its term is the one for which it was proposed
   * @param entry read-only; its content never changes, so that the member may keep it
   */
  void committed(Applied at, ByteBuffer entry);

  /**
   * Reports that this node leads. All entries of earlier terms were received. A node that led
   * before was told to follow in between.
   *
   * @param term for which the node may propose entries
   */
  void leads(long term);

  /**
   * Reports that this node does not lead, because it has just lost the leadership or because there
   * is another leader. A node that was started and told nothing follows an unknown leader.
   *
   * <p>Entries that this node proposed may still be received after this call, with their term.
   *
   * @param term the node's current one
   * @param leader names the node that leads this term, for people: its id and, if it is known,
   *     where clients reach it; null if it is not known
   */
  void follows(long term, @Nullable String leader);

  /**
   * Returns a Timestamp in ticks up to which the member has published everything, for the node that
   * leads: see {@code io.weir.engine.replication}. 0 if it knows none. Any thread; never waits.
   */
  long appliedTicks();
}
