package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.Consensus;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Role;
import io.weir.engine.consensus.Member;
import io.weir.engine.consensus.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.rpc.CallId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agreement of the nodes of a cluster, by Apache Ratis.
 *
 * <p>Runs on: any thread; see the package for its own. {@link #start} and {@link #close} block, and
 * must not be called by the member.
 */
public final class RatisConsensus implements Consensus {

  private static final Logger LOG = LoggerFactory.getLogger(RatisConsensus.class);

  /**
   * How fast a copy is sent, so that clients and the other nodes have disk and network to
   * themselves.
   */
  private static final long COPY_BYTES_PER_SECOND = 64L << 20;

  private final ClusterOptions options;
  private final RaftPeerId self;
  private final RaftGroup group;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong durableIndex = new AtomicLong(-1);
  private final Lease lease;
  private final Services services = new Services();
  private final CopySource copies;

  /** Why the log takes no entry any more; null while it does. */
  private volatile @Nullable String failure;

  /** Where the leader's log begins, if this node needs what came before. */
  private volatile long cutOff = -1;

  /** Set once by {@link #start}. */
  private volatile @Nullable KnownFolders folders;

  /** Set once by {@link #start}. */
  private volatile @Nullable Running running;

  private volatile boolean closed;

  /** The parts of a consensus that has started. */
  private record Running(
      RaftServer server,
      RaftServer.Division division,
      LogMachine machine,
      Delivery delivery,
      Proposals proposals,
      Leadership leadership) {}

  /** Creates the node's part. It does nothing before {@link #start}. */
  public RatisConsensus(ClusterOptions options) {
    this(options, CopySource.NONE);
  }

  /**
   * Creates the node's part.
   *
   * @param copies makes copies of the store for nodes that were away for too long
   */
  public RatisConsensus(ClusterOptions options, CopySource copies) {
    this.options = options;
    this.copies = copies;
    this.self = RaftPeerId.valueOf(options.node());
    this.lease =
        new Lease(System::nanoTime, options.electionTimeout(), options.nodes().size());
    this.group = RaftGroup.valueOf(groupId(options.cluster()), peers(options));
  }

  private static RaftGroupId groupId(String cluster) {
    return RaftGroupId.valueOf(UUID.nameUUIDFromBytes(("weir:" + cluster).getBytes(UTF_8)));
  }

  private static RaftPeer[] peers(ClusterOptions options) {
    return options.nodes().stream()
        .map(node -> RaftPeer.newBuilder()
            .setId(node.id())
            .setAddress(node.hostAndPort())
            .build())
        .toArray(RaftPeer[]::new);
  }

  /**
   * Joins the cluster.
   *
   * @throws UncheckedIOException with a {@link NodeUnusable} that says what to do
   */
  @Override
  public void start(Member member, Applied last) {
    LibraryLogs.quieten();
    ServerSocket listener = null;
    try {
      listener = Door.listen(options);
      NodeIdentity.Claim claim = new NodeIdentity(options).claim(last);
      KnownFolders known = KnownFolders.read(options, claim.name());
      folders = known;
      start(new Delivery(member, last, this::memberFailed), last, known, listener, claim.isNew());
    } catch (IOException | RuntimeException e) {
      close();
      close(listener);
      throw cannotStart(e);
    }
  }

  private static void close(@Nullable ServerSocket listener) {
    try {
      if (listener != null) {
        listener.close();
      }
    } catch (IOException e) {
      LOG.warn("the port of the cluster was not released", e);
    }
  }

  /** Returns what a start threw, as a failure that says what to do if one of its causes does. */
  private UncheckedIOException cannotStart(Exception failure) {
    Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NodeUnusable known) {
        return new UncheckedIOException(known);
      }
      root = cause;
    }
    NodeUnusable unusable = NodeUnusable.because(options, root);
    unusable.addSuppressed(failure);
    return new UncheckedIOException(unusable);
  }

  private void start(
      Delivery delivery, Applied last, KnownFolders known, ServerSocket listener, boolean isNew)
      throws IOException {
    LogMachine machine = new LogMachine(
        delivery,
        new Happenings(),
        services,
        last,
        NodeCopy.isMade(options, last),
        options.retainedLogBytes());
    RaftServer server = RaftServer.newBuilder()
        .setServerId(self)
        .setGroup(group)
        .setProperties(Settings.of(options, isNew))
        .setParameters(Transport.parameters(
            new Transport.Parts(options, lease, services, known, listener, isNew, copyCalls())))
        .setStateMachine(machine)
        .setOption(StartupOption.RECOVER)
        .build();
    RaftServer.Division division = server.getDivision(group.getGroupId());
    Leadership leadership = new Leadership(server, division, client, lease, options);
    Proposals proposals = new Proposals(proposal -> put(server, proposal), leadership::giveUp);
    running = new Running(server, division, machine, delivery, proposals, leadership);
    delivery.start();
    proposals.start();
    server.start();
  }

  private CopyCalls copyCalls() {
    return new CopyCalls(copies, () -> status().role() == Role.LEADER, COPY_BYTES_PER_SECOND);
  }

  private CompletableFuture<RaftClientReply> put(RaftServer server, Proposal proposal) {
    try {
      return server.submitClientRequestAsync(RaftClientRequest.newBuilder()
          .setClientId(client)
          .setServerId(self)
          .setGroupId(group.getGroupId())
          .setCallId(CallId.getAndIncrement())
          .setMessage(proposal)
          .setType(RaftClientRequest.writeRequestType())
          .build());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Running running() {
    Running now = running;
    if (now == null) {
      throw new IllegalStateException("the node was not started node=" + options.node());
    }
    return now;
  }

  @Override
  public boolean propose(long term, ByteBuffer entry, Outcome outcome) {
    if (entry.remaining() > options.maxEntryBytes()) {
      throw new IllegalArgumentException("the entry is too long bytes=" + entry.remaining()
          + " maxBytes=" + options.maxEntryBytes());
    }
    return running().proposals().offer(term, entry, outcome);
  }

  @Override
  public int maxEntryBytes() {
    return options.maxEntryBytes();
  }

  @Override
  public void durable(Applied upTo) {
    Running now = running();
    if (durableIndex.getAndAccumulate(upTo.index(), Math::max) < upTo.index()) {
      now.leadership().run(() -> cut(now));
    }
  }

  private void cut(Running now) {
    try {
      if (now.machine().plansCut(durableIndex.get())) {
        now.leadership().takeSnapshot();
      }
    } catch (IOException e) {
      LOG.warn("the log of the cluster was not cut; tried again at the next checkpoint", e);
    }
  }

  @Override
  public void eligible(boolean mayLead) {
    running().leadership().setEligible(mayLead);
  }

  @Override
  public CompletionStage<String> transfer(long term, String to) {
    return running().leadership().transfer(term, to);
  }

  @Override
  public boolean holdsLease(long term) {
    return lease.holds(term);
  }

  private void memberFailed() {
    running().leadership().setEligible(false);
  }

  @Override
  public ConsensusStatus status() {
    Running now = running;
    if (now == null) {
      return Observed.notStarted(options);
    }
    return Observed.of(options, now.division(), now.delivery().received(), failure(now));
  }

  private @Nullable String failure(Running now) {
    KnownFolders known = folders;
    if (known != null && known.refusal() != null) {
      return known.refusal();
    }
    if (failure != null || now.delivery().failure() != null) {
      return failure == null ? now.delivery().failure() : failure;
    }
    long begin = cutOff;
    return now.machine().getLastAppliedTermIndex().getIndex() < begin - 1
        ? "the leader's log begins after what this node has, so restart it, and it fetches a copy: firstIndex="
            + begin
        : null;
  }

  @Override
  public void close() {
    Running now = running;
    if (now == null || closed) {
      return;
    }
    closed = true;
    now.proposals().stop();
    now.delivery().close();
    now.leadership().close();
    try {
      now.server().close();
    } catch (IOException e) {
      LOG.warn("the server of the cluster did not close properly", e);
    }
    now.proposals().close();
  }

  /** What Ratis tells, on its threads. */
  private final class Happenings implements LogMachine.Events {

    @Override
    public void leads(long term) {
      Running now = running();
      if (now.leadership().isEligible()) {
        now.delivery().leads(term);
      } else {
        now.leadership().handOver();
      }
    }

    @Override
    public void leadershipEnded(long term) {
      lease.end(term);
      running().delivery().leadershipEnded(term);
    }

    @Override
    public void logFailed(@Nullable Throwable cause) {
      if (failure == null) {
        failure = "the disk of the cluster's log failed: " + cause;
        LOG.error("the disk of the cluster's log failed; this node takes part no more", cause);
        Running now = running();
        now.leadership().run(() -> closeServer(now.server()));
      }
    }

    @Override
    public void cutOff(long firstIndex) {
      if (cutOff != firstIndex) {
        cutOff = firstIndex;
        LOG.error(
            "this node was away for too long, and the leader has cut off what it needs; restart it, and it fetches a copy of the leader's store firstIndex={}",
            firstIndex);
        noteThatACopyIsNeeded();
      }
    }
  }

  private void noteThatACopyIsNeeded() {
    try {
      NodeCopy.need(options);
    } catch (IOException e) {
      LOG.warn("it could not be noted that this node needs a copy at its next start", e);
    }
  }

  private static void closeServer(RaftServer server) {
    try {
      server.close();
    } catch (IOException e) {
      LOG.warn("the server of the cluster did not close properly", e);
    }
  }
}
