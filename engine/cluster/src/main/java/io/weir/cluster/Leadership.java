package io.weir.cluster;

import io.weir.engine.consensus.ChangeRefused;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SnapshotManagementRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.rpc.CallId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up the leadership, and runs what else would make a thread of Ratis wait for itself.
 *
 * <p>Runs on: any thread; the work on {@code weir-cluster-control}, one task after the other.
 */
final class Leadership implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
  private static final long ENTRIES_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final RaftServer server;
  private final RaftServer.Division division;
  private final RaftGroupId group;
  private final ClientId client;
  private final Lease lease;
  private final long timeoutMillis;
  private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
    Thread made = new Thread(task, "weir-cluster-control");
    made.setDaemon(true);
    return made;
  });

  private volatile boolean eligible = true;

  Leadership(
      RaftServer server,
      RaftServer.Division division,
      ClientId client,
      Lease lease,
      ClusterOptions options) {
    this.server = server;
    this.division = division;
    this.group = division.getMemberId().getGroupId();
    this.client = client;
    this.lease = lease;
    this.timeoutMillis = 2 * options.electionTimeout().toMillis();
  }

  boolean isEligible() {
    return eligible;
  }

  void setEligible(boolean mayLead) {
    eligible = mayLead;
    if (!mayLead) {
      handOver();
    }
  }

  /**
   * Ends this node's present leadership: hands it to the node that is furthest, and gives it up if
   * that one does not take it.
   */
  void handOver() {
    long term = info().getCurrentTerm();
    run(() -> {
      Optional<RaftPeerId> next = leads(term) ? furthest() : Optional.empty();
      if (next.isPresent()) {
        release(term, next.get().toString());
        transfer(next.get());
      }
      stepDown(term);
    });
  }

  /**
   * Hands the leadership of a term to another node. The answer is the id of the node that leads. A
   * failure before the other one was asked leaves the leadership here; after that, it is given up.
   */
  CompletionStage<String> transfer(long term, String to) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    boolean taken = run(() -> {
      try {
        transferNow(term, to);
        answer.complete(to);
      } catch (IOException | RuntimeException e) {
        answer.completeExceptionally(refusal(e));
      }
    });
    if (!taken) {
      answer.completeExceptionally(new ChangeRefused("this node stops"));
    }
    return answer;
  }

  private static ChangeRefused refusal(Exception failure) {
    return failure instanceof ChangeRefused known
        ? known
        : new ChangeRefused("the cluster's node failed: " + failure);
  }

  private void transferNow(long term, String to) throws IOException {
    if (!leads(term)) {
      throw new ChangeRefused("this node leads no more");
    }
    awaitEntries(to);
    release(term, to);
    RaftClientReply reply = ask(RaftPeerId.valueOf(to));
    if (!reply.isSuccess()) {
      stepDown(term);
      throw new ChangeRefused("the node did not take the leadership, and this one gave it up node="
          + to + " reason=" + reply.getException());
    }
  }

  /** Ends the lease, and lets the nodes that answer vote for the next leader at once. */
  private void release(long term, String next) throws IOException {
    lease.end(term);
    List<String> others = Observed.followers(info()).stream()
        .filter(follower -> !follower.id().equals(next))
        .filter(follower -> follower.silence().toMillis() < timeoutMillis)
        .map(Observed.Follower::id)
        .toList();
    if (server.getServerRpc() instanceof NodeCalls calls) {
      calls.release(term, next, others);
    }
  }

  /** Waits until a node has all entries, so that its election succeeds. */
  private void awaitEntries(String node) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    for (long lacking = lacking(node); lacking > 0; lacking = lacking(node)) {
      if (System.nanoTime() - deadline > 0) {
        throw new ChangeRefused("the node lacks entries node=" + node + " entries=" + lacking);
      }
      LockSupport.parkNanos(ENTRIES_LOOK_NANOS);
    }
  }

  private long lacking(String node) {
    long matched = Observed.followers(info()).stream()
        .filter(follower -> follower.id().equals(node))
        .mapToLong(Observed.Follower::matchIndex)
        .findAny()
        .orElse(-1);
    return division.getRaftLog().getNextIndex() - 1 - matched;
  }

  /** Gives up the leadership of a term, if this node still has it. */
  void giveUp(long term) {
    run(() -> stepDown(term));
  }

  private void stepDown(long term) throws IOException {
    if (leads(term)) {
      transfer(null);
    }
  }

  private boolean leads(long term) {
    return info().isLeader() && info().getCurrentTerm() == term;
  }

  /** Asks Ratis to end the leadership, in favour of a node or of any. */
  private RaftClientReply ask(@Nullable RaftPeerId next) throws IOException {
    return server.transferLeadership(new TransferLeadershipRequest(
        client, server.getId(), group, CallId.getAndIncrement(), next, timeoutMillis));
  }

  private void transfer(@Nullable RaftPeerId next) throws IOException {
    RaftClientReply reply = ask(next);
    if (!reply.isSuccess()) {
      LOG.info("the leadership was not handed over next={} reason={}", next, reply.getException());
    }
  }

  private Optional<RaftPeerId> furthest() {
    Set<String> voters = division.getRaftConf().getCurrentPeers().stream()
        .map(peer -> peer.getId().toString())
        .collect(Collectors.toSet());
    return Observed.followers(info()).stream()
        .filter(follower -> voters.contains(follower.id()))
        .max(Comparator.comparingLong(Observed.Follower::matchIndex))
        .map(follower -> RaftPeerId.valueOf(follower.id()));
  }

  /** Makes Ratis take up the snapshot that the state machine has planned, and cut its log. */
  void takeSnapshot() throws IOException {
    RaftClientReply reply = server.snapshotManagement(SnapshotManagementRequest.newCreate(
        client, server.getId(), group, CallId.getAndIncrement(), timeoutMillis, 1));
    if (!reply.isSuccess()) {
      throw new IOException("no snapshot was taken", reply.getException());
    }
  }

  private DivisionInfo info() {
    return division.getInfo();
  }

  /** A task that may fail because of a disk, a connection or a server that has stopped. */
  interface Task {
    void run() throws IOException;
  }

  /** Runs a task on this thread. Returns false if it has stopped. */
  boolean run(Task task) {
    try {
      thread.execute(() -> attempt(task));
      return true;
    } catch (RejectedExecutionException stopped) {
      LOG.debug("left out because the node stops", stopped);
      return false;
    }
  }

  private void attempt(Task task) {
    try {
      task.run();
    } catch (IOException | RuntimeException failed) {
      if (thread.isShutdown()) {
        LOG.debug("given up because the node stops", failed);
      } else {
        LOG.warn("a task of the cluster's node failed", failed);
      }
    }
  }

  /** Leaves out what has not begun. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
