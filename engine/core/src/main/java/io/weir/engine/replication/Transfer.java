package io.weir.engine.replication;

import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.Consensus;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Change;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A hand-over of the leadership that an operator asked for. What would make it fail is looked for
 * before the node stops to take batches; a change of the nodes also before the consensus ends the
 * lease, because one may begin while the batches in flight are answered.
 *
 * <p>Any thread.
 */
final class Transfer implements Departure.Aim {

  /** A node that has said nothing for longer is not asked to lead. */
  static final Duration MOST_SILENCE = Duration.ofSeconds(3);

  /** A node that lacks more entries is not asked: clients would wait until it has them. */
  static final long MOST_LACKING = 1_000;

  private final Consensus consensus;
  private final Inbox inbox;
  private final CompletableFuture<String> answer = new CompletableFuture<>();
  private final Departure departure = new Departure(this);
  private volatile String target = "";

  Transfer(Consensus consensus, Inbox inbox) {
    this.consensus = consensus;
    this.inbox = inbox;
  }

  /**
   * Begins, and returns the id of the node that leads in the end.
   *
   * @param role of this node
   * @param to null for the node with most entries
   */
  CompletionStage<String> begin(Role role, @Nullable String to) {
    var status = consensus.status();
    try {
      requireLeading(role);
      if (status.node().equals(to)) {
        answer.complete(to);
      } else {
        requireNoChange(status);
        target = to == null ? furthest(status) : require(status, to).id();
        inbox.add(new Event.HandOver(departure));
      }
    } catch (ChangeRefused refused) {
      answer.completeExceptionally(refused);
    }
    return answer;
  }

  private static void requireLeading(Role role) {
    if (!(role instanceof Role.Leading)) {
      var leader = role instanceof Role.Following following ? following.leader() : null;
      throw new ChangeRefused("notLeader leader=" + (leader == null ? "unknown" : leader));
    }
  }

  /** The consensus would refuse, and only after this node has ended its lease. */
  private static void requireNoChange(ConsensusStatus status) {
    var change = status.change();
    if (change != null && change.state() == Change.State.RUNNING) {
      throw new ChangeRefused("the nodes are being changed; try again when it has ended node="
          + change.node() + " change=" + (change.adds() ? "add" : "remove"));
    }
  }

  private static String furthest(ConsensusStatus status) {
    return status.peers().stream()
        .filter(peer -> objection(status, peer) == null)
        .max(Comparator.comparingLong(Peer::matchIndex))
        .map(Peer::id)
        .orElseThrow(() -> new ChangeRefused("no other node can lead: " + objections(status)));
  }

  private static String objections(ConsensusStatus status) {
    var all = status.peers().stream()
        .map(peer -> objection(status, peer))
        .filter(objection -> objection != null)
        .toList();
    return String.join("; ", all);
  }

  private static Peer require(ConsensusStatus status, String id) {
    var peer = status.peers().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new ChangeRefused("there is no such node node=" + id + " nodes="
            + List.copyOf(status.peers().stream().map(Peer::id).toList())));
    var objection = objection(status, peer);
    if (objection != null) {
      throw new ChangeRefused(objection);
    }
    return peer;
  }

  /** Whether a node was heard of a moment ago. */
  static boolean answers(Peer peer) {
    var silence = peer.silence();
    return silence != null && silence.compareTo(MOST_SILENCE) <= 0;
  }

  private static @Nullable String objection(ConsensusStatus status, Peer peer) {
    if (!peer.votes()) {
      return "the node is a listener, which never leads node=" + peer.id();
    }
    if (!answers(peer)) {
      return "the node does not answer node=" + peer.id();
    }
    var lacking = status.committedIndex() - peer.matchIndex();
    return lacking > MOST_LACKING
        ? "the node lacks too many entries node=" + peer.id() + " entries=" + lacking
        : null;
  }

  @Override
  public void reached(long term) {
    try {
      requireNoChange(consensus.status());
    } catch (ChangeRefused refused) {
      end(null, refused);
      return;
    }
    var unused = consensus.transfer(term, target).whenComplete(this::end);
  }

  private void end(@Nullable String leader, @Nullable Throwable failure) {
    if (failure == null) {
      answer.complete(leader);
    } else {
      inbox.add(new Event.Resume(departure));
      answer.completeExceptionally(failure);
    }
  }

  @Override
  public void missed(String reason) {
    answer.completeExceptionally(new ChangeRefused(reason));
  }
}
