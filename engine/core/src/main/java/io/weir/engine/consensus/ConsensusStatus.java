package io.weir.engine.consensus;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a node in the agreement, for health, metrics and the console.
 *
 * @param node this node's id
 * @param role what the node does
 * @param term the node's current one
 * @param leader the id of the node that leads the term; null if it is not known
 * @param sinceElection since this node heard that a leader was elected; null if it has heard of
 *     none since its start
 * @param received the last entry that the member has received
 * @param committedIndex the highest index that this node knows to be committed
 * @param failure why the member receives nothing any more; null while it does
 * @param peers the other nodes; only a leader knows how far they are
 * @param change the change of the nodes that this one makes or made last; null if it made none
 */
public record ConsensusStatus(
    String node,
    Role role,
    long term,
    @Nullable String leader,
    @Nullable Duration sinceElection,
    Applied received,
    long committedIndex,
    @Nullable String failure,
    List<Peer> peers,
    @Nullable Change change) {

  public ConsensusStatus {
    peers = List.copyOf(peers);
  }

  /** What a node does. */
  public enum Role {
    LEADER,
    CANDIDATE,
    FOLLOWER,
    /** Receives entries and does not vote. */
    LISTENER,
    STOPPED
  }

  /**
   * The adding or the removal of a node.
   *
   * @param adds whether the node is added
   * @param node its id
   * @param note what is waited for while it is running, or why it was refused; may be empty
   */
  public record Change(boolean adds, String node, State state, String note) {

    /** How far a change is. */
    public enum State {
      RUNNING,
      DONE,
      REFUSED
    }
  }

  /**
   * Another node.
   *
   * @param address {@code host:port}
   * @param votes whether the node votes, so that it may lead; a listener does not
   * @param matchIndex the highest index that the node is known to hold; -1 if it is not known
   * @param appliedTicks the time up to which it has published everything, as it has told this node;
   *     0 if it has told none
   * @param silence since the node was heard of; null if it is not known
   */
  public record Peer(
      String id,
      String address,
      boolean votes,
      long matchIndex,
      long appliedTicks,
      @Nullable Duration silence) {}
}
