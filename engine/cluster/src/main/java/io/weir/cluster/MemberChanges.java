package io.weir.cluster;

import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.ConsensusStatus.Change;
import io.weir.engine.consensus.ConsensusStatus.Change.State;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.exceptions.RaftException;
import org.apache.ratis.rpc.CallId;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds nodes to the cluster and removes them: one at a time, at the node that leads.
 *
 * <p>A node that is added must have come first: it fetches a copy of the store, and then answers at
 * its address. After that Ratis sends it entries and does not count it, until it has nearly all.
 * Only then the configuration changes. A node that does not come, or does not keep up, changes
 * nothing. A node is removed if the others that answer are a majority without it.
 *
 * <p>A listener is added and removed in the same way, and no majority needs it. A node never
 * becomes a voter after it has begun as a listener: Ratis would wait, under the lock of its server,
 * for a thread that may wait for this lock.
 *
 * <p>A leader that loses the leadership forgets what it has begun; it may be begun again at the
 * next one.
 *
 * <p>Runs on: any thread; the work on {@code weir-cluster-members}.
 */
final class MemberChanges implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MemberChanges.class);

  static final int FEWEST = 3;
  static final int MOST = 7;

  /** The leader sends each of them every entry. */
  static final int MOST_LISTENERS = 4;

  /** How long a new node may be silent while it makes its store of a copy. */
  private static final Duration MOST_SILENCE = Duration.ofMinutes(10);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final ClusterOptions options;
  private final Agreement agreement;
  private final RaftServer.Division division;
  private final Roster roster;
  private final Greets greets;
  private final Duration comesWithin;
  private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
    Thread made = new Thread(task, "weir-cluster-members");
    made.setDaemon(true);
    return made;
  });

  /** Held for moments, while a change begins. */
  private final ReentrantLock beginning = new ReentrantLock();

  /** The change that runs, or the last one. Written by the thread that begins it, then by ours. */
  private volatile @Nullable Change change;

  /** Greets another node. */
  interface Greets {
    /**
     * Fails unless the node answers and accepts. Returns whether it has begun as one that never
     * votes.
     */
    boolean greet(NodeAddress node) throws IOException;
  }

  /** What the changes are made with. */
  record Agreement(
      RaftServer server, RaftServer.Division division, ClientId client, Members members) {}

  /** @param comesWithin how long a new node may take to ask for the first time */
  MemberChanges(
      ClusterOptions options,
      Agreement agreement,
      Roster roster,
      Greets greets,
      Duration comesWithin) {
    this.options = options;
    this.agreement = agreement;
    this.division = agreement.division();
    this.roster = roster;
    this.greets = greets;
    this.comesWithin = comesWithin;
  }

  /** Returns the change that runs, or the last one; null if there was none. */
  @Nullable
  Change change() {
    return change;
  }

  /**
   * Begins to add a node, unless that has begun.
   *
   * @param listens whether it shall never vote
   */
  void add(NodeAddress node, boolean listens) {
    if (isRunning(true, node.id())) {
      return;
    }
    RaftConfiguration now = configuration();
    if (!isMember(now, node.id()) && agreement.members().isRemoved(node.id())) {
      throw new ChangeRefused(
          "the node was removed, and an id is used once; choose another id node=" + node.id());
    }
    requireNot(isMember(now, node.id()), "the node is one of the cluster's node=" + node.id());
    requireNot(
        peers(now).anyMatch(peer -> peer.getAddress().equals(node.hostAndPort())),
        "another node has this address address=" + node.hostAndPort());
    requireRoom(now, listens);
    begin(true, node.id(), () -> admit(node, listens));
  }

  private static void requireRoom(RaftConfiguration now, boolean listens) {
    requireNot(
        !listens && now.getCurrentPeers().size() >= MOST,
        "a cluster has at most " + MOST + " nodes");
    requireNot(
        listens && listeners(now).size() >= MOST_LISTENERS,
        "a cluster has at most " + MOST_LISTENERS + " listeners");
  }

  /** Begins to remove a node, unless that has begun. */
  void remove(String id) {
    if (isRunning(false, id)) {
      return;
    }
    RaftConfiguration now = configuration();
    requireNot(!isMember(now, id), "there is no such node node=" + id);
    requireNot(
        id.equals(options.node()),
        "this node leads; hand the leadership over first, by 'weir cluster transfer' node=" + id);
    if (without(listeners(now), id).size() == listeners(now).size()) {
      requireVotersWithout(now, id);
    }
    begin(
        false, id, () -> set(now, without(now.getCurrentPeers(), id), without(listeners(now), id)));
  }

  private boolean isRunning(boolean adds, String node) {
    Change now = change;
    return now != null
        && now.state() == State.RUNNING
        && now.adds() == adds
        && now.node().equals(node);
  }

  private static void requireNot(boolean condition, String reason) {
    if (condition) {
      throw new ChangeRefused(reason);
    }
  }

  private void requireVotersWithout(RaftConfiguration now, String id) {
    requireNot(
        now.getCurrentPeers().size() <= FEWEST,
        "a cluster has at least " + FEWEST + " nodes; add another one first");
    List<String> silent = silent();
    List<RaftPeer> left = without(now.getCurrentPeers(), id);
    long answering =
        left.stream().filter(peer -> !silent.contains(peer.getId().toString())).count();
    requireNot(
        2 * answering <= left.size(),
        "without this node the others that answer are no majority node=" + id + " silent="
            + silent);
  }

  /** Returns the nodes that do not answer. */
  private List<String> silent() {
    Duration ofTheDead = options.electionTimeout().multipliedBy(2);
    return Observed.followers(division.getInfo()).stream()
        .filter(follower -> follower.silence().compareTo(ofTheDead) > 0)
        .map(Observed.Follower::id)
        .toList();
  }

  /** Returns the configuration of a leader, which nothing changes now. */
  private RaftConfiguration configuration() {
    RaftConfiguration now = division.getRaftConf();
    if (!division.getInfo().isLeaderReady()) {
      throw new ChangeRefused("notLeader leader=" + division.getInfo().getLeaderId());
    }
    Change running = change;
    requireNot(
        running != null && running.state() == State.RUNNING
            || !now.getPreviousPeers().isEmpty(),
        "another change is under way" + (running == null ? "" : " node=" + running.node()));
    return now;
  }

  private static boolean isMember(RaftConfiguration now, String id) {
    return peers(now).anyMatch(peer -> peer.getId().toString().equals(id));
  }

  private static Stream<RaftPeer> peers(RaftConfiguration now) {
    return Stream.of(RaftPeerRole.FOLLOWER, RaftPeerRole.LISTENER)
        .flatMap(role -> now.getAllPeers(role).stream());
  }

  private static Collection<RaftPeer> listeners(RaftConfiguration now) {
    return now.getCurrentPeers(RaftPeerRole.LISTENER);
  }

  private static List<RaftPeer> without(Collection<RaftPeer> peers, String id) {
    return peers.stream().filter(peer -> !peer.getId().toString().equals(id)).toList();
  }

  private static List<RaftPeer> with(
      Collection<RaftPeer> peers, NodeAddress node, RaftPeerRole as) {
    RaftPeer added = FirstMembers.peer(node.id(), node.hostAndPort(), as);
    return Stream.concat(peers.stream(), Stream.of(added)).toList();
  }

  /** A change; fails if it is not made. */
  private interface Task {
    void run() throws IOException, InterruptedException;
  }

  private void begin(boolean adds, String node, Task task) {
    beginning.lock();
    try {
      configuration(); // again, in the order of those that begin
      change = new Change(adds, node, State.RUNNING, "");
      thread.execute(() -> run(adds, node, task));
    } catch (RejectedExecutionException stopped) {
      throw new ChangeRefused("this node stops");
    } finally {
      beginning.unlock();
    }
  }

  private void run(boolean adds, String node, Task task) {
    try {
      task.run();
      change = new Change(adds, node, State.DONE, "");
      LOG.info("the members have changed {}={}", adds ? "added" : "removed", node);
    } catch (ChangeRefused | IOException | IllegalArgumentException e) {
      end(adds, node, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end(adds, node, "this node stops");
    } catch (RuntimeException e) {
      end(adds, node, e.toString());
      throw e;
    }
  }

  private void end(boolean adds, String node, String why) {
    LOG.warn(
        "the members were not changed {}={} reason=\"{}\"", adds ? "add" : "remove", node, why);
    change = new Change(adds, node, State.REFUSED, why);
  }

  private void note(String node, String what) {
    change = new Change(true, node, State.RUNNING, what);
  }

  private void admit(NodeAddress node, boolean listens) throws IOException, InterruptedException {
    Roster.Guest guest = roster.invite(node, listens);
    try {
      requireNot(
          awaitAnswer(node, guest) != listens,
          "the node has begun as a " + (listens ? "voter" : "listener")
              + ", and what it begins as it stays; start it with an empty folder under another id node="
              + node);
      note(node.id(), "receives what was written since its copy");
      RaftConfiguration now = division.getRaftConf();
      if (listens) {
        set(now, now.getCurrentPeers(), with(listeners(now), node, RaftPeerRole.LISTENER));
      } else {
        set(now, with(now.getCurrentPeers(), node, RaftPeerRole.FOLLOWER), listeners(now));
      }
    } finally {
      roster.uninvite();
    }
  }

  /**
   * Waits until a new node has its copy, if it wants one, and answers. Returns whether it has begun
   * as one that never votes.
   */
  private boolean awaitAnswer(NodeAddress node, Roster.Guest guest) throws InterruptedException {
    long began = System.nanoTime();
    while (division.getInfo().isLeader()) {
      String why;
      try {
        return greets.greet(node);
      } catch (IOException e) {
        why = String.valueOf(e.getMessage());
      }
      boolean hasCome = guest.heardNanos().isPresent();
      note(node.id(), hasCome ? "fetches a copy of the store" : "is awaited");
      Duration patience = hasCome ? MOST_SILENCE : comesWithin;
      if (System.nanoTime() - guest.heardNanos().orElse(began) > patience.toNanos()) {
        throw new ChangeRefused(
            "the node does not answer at its address; start it with --cluster-join and --peers that name this node, then add it again; if its folder was deleted meanwhile, choose another id, because the others know this one by that folder node="
                + node + " reason=" + why);
      }
      TimeUnit.NANOSECONDS.sleep(LOOK_AGAIN.toNanos());
    }
    throw new ChangeRefused("this node leads no more; add the node again at the one that does");
  }

  private void set(
      RaftConfiguration now, Collection<RaftPeer> voters, Collection<RaftPeer> listeners)
      throws IOException {
    RaftClientReply reply = agreement
        .server()
        .setConfiguration(new SetConfigurationRequest(
            agreement.client(),
            RaftPeerId.valueOf(options.node()),
            division.getMemberId().getGroupId(),
            CallId.getAndIncrement(),
            SetConfigurationRequest.Arguments.newBuilder()
                .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                .setServersInCurrentConf(List.copyOf(now.getCurrentPeers()))
                .setListenersInCurrentConf(List.copyOf(listeners(now)))
                .setServersInNewConf(List.copyOf(voters))
                .setListenersInNewConf(List.copyOf(listeners))
                .build()));
    if (!reply.isSuccess()) {
      RaftException failure = reply.getException();
      throw new ChangeRefused(
          failure == null
              ? "it was not agreed on"
              : "it was not agreed on: " + failure.getMessage());
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
