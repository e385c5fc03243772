package io.weir.engine.consensus;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/**
 * A sequence of entries that a majority of nodes keeps.
 *
 * <p>Runs on: any thread, except {@link #start} and {@link #close}, which may block.
 */
public interface Consensus extends AutoCloseable {

  /**
   * Begins to deliver to the node's member. Called once.
   *
   * @param last the last entry whose effects the member still has after its start; it and those
   *     before it are not delivered again
   */
  void start(Member member, Applied last);

  /**
   * Proposes an entry for a term, without blocking. Returns false if the queue is full; the outcome
   * is not called then.
   *
   * <p>The consensus keeps the entry in this term or not at all. It reads the entry, whose content
   * must not change, until the outcome is called.
   *
   * @param entry from its position to its limit, which stay as they are; at most
   *     {@link #maxEntryBytes} long
   * @param outcome called exactly once if this method returns true, maybe before it returns
   */
  boolean propose(long term, ByteBuffer entry, Outcome outcome);

  /** Returns the most bytes that an entry may have. */
  int maxEntryBytes();

  /**
   * Notes that the member has the effects of all entries up to here on its own disk, forced. The
   * consensus may forget the entries.
   *
   * @param upTo not before one noted earlier
   */
  void durable(Applied upTo);

  /**
   * Decides whether this node may lead. A leader that may not lead any more hands the leadership to
   * another node, if one can take it, and gives it up anyway: its member is told to follow, also
   * when no other node can lead and when the node may lead again a moment later. Returns at once. A
   * node may lead from its start until this method is called.
   */
  void eligible(boolean mayLead);

  /**
   * Hands the leadership of a term to another node. The member has nothing in flight and proposes
   * nothing meanwhile. Returns at once.
   *
   * <p>Completes on any thread, with the id of the node that leads then. Fails with
   * {@link ChangeRefused}: either this node leads the term as before, or its member is told to
   * follow.
   *
   * @param to the id of a node that votes and has nearly all entries
   */
  CompletionStage<String> transfer(long term, String to);

  /**
   * Begins to add a node, which waits for it. The leader gives it a copy of the member's store and
   * all entries after it; then it votes. Returns at once; {@link ConsensusStatus#change} tells how
   * far it is. One node is added or removed at a time.
   *
   * @param node an id that no node ever had
   * @param address where the other nodes reach it, as {@code host:port}
   * @throws ChangeRefused if it cannot be added now
   */
  void add(String node, String address);

  /**
   * Begins to add a node that receives entries as the others do, and never votes nor leads. It
   * counts towards no majority, so it delays nothing. Otherwise as {@link #add}.
   *
   * @throws ChangeRefused if it cannot be added now
   */
  void addListener(String node, String address);

  /**
   * Begins to remove a node other than this one. Once it is removed, the others refuse its calls
   * and tell it why. Returns at once; {@link ConsensusStatus#change} tells how far it is.
   *
   * @throws ChangeRefused if it cannot be removed now
   */
  void remove(String node);

  /**
   * Whether it is certain that this node leads a term at this moment and no other node a later one,
   * so that what it has published may be read as the newest state. Without a lease, a node may find
   * out late that another one leads. Called for each read: it must be quick.
   */
  boolean holdsLease(long term);

  /** Returns the state of this node in the agreement; a moment's view. */
  ConsensusStatus status();

  /** Stops the node's part. When this method returns, the member is not called any more. */
  @Override
  void close();
}
