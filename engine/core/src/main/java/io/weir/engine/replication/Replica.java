package io.weir.engine.replication;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The store of a node, as the replicated log sees it.
 *
 * <p>Runs on: log thread. An implementation hands over to the shards' loops and returns at once.
 */
public interface Replica {

  /**
   * A record that is committed and in this node's log.
   *
   * @param payload read-only, its content never changes
   * @param endPosition of the log after the record
   */
  record Kept(ByteBuffer payload, long endPosition) {}

  /**
   * Applies the records of an entry that this node's shards have not evaluated, or no longer hold.
   *
   * @param closedTicks the time that the entry closes, see the package; 0 if it closes none
   * @param applied called once, on any thread, when all shards concerned have taken the records
   *     into their trees
   */
  void apply(List<Kept> records, long closedTicks, Runnable applied);

  /**
   * Notes that an entry is committed and in this node's log whose records its shards have
   * evaluated.
   *
   * @param closedTicks the time that the entry closes; 0 if it closes none
   */
  void kept(long closedTicks);

  /**
   * Returns a closed time up to which readers of this node find everything; 0 if none is known
   * since the start. Any thread.
   */
  long appliedTicks();

  /**
   * Closes a time near the present. Calls back, on any thread, when all shards have offered
   * everything to the log that has a Timestamp up to this time, and give only later ones.
   */
  void closeTime(LongConsumer closed);

  /**
   * Prepares to lead. Calls back, on any thread, when everything that was handed over before is
   * applied and published, and what the store keeps in memory agrees with it. Does not call back if
   * a shard cannot apply what it has.
   */
  void takeOver(long term, Runnable ready);

  /**
   * Learns that the node leads: commands are evaluated from now on.
   *
   * @param term in which it leads
   */
  void leads(long term);

  /**
   * Learns that the node does not lead. All batches of its shards were failed.
   *
   * @param leader the node that leads; null if it is not known
   */
  void follows(@Nullable String leader);

  /**
   * Waits until everything that was handed over is published, before the log is closed. Returns
   * false if a shard cannot get there. Runs on: the thread that closes the log.
   *
   * @param pause returns after a moment
   */
  boolean finish(Runnable pause);
}
