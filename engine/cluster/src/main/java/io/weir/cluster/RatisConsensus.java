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
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
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

  /** How long a stop waits for the store to take what was agreed on. */
  private static final Duration DRAINED_WITHIN = Duration.ofSeconds(3);

  private static final Duration ADDED_COMES_WITHIN = Duration.ofSeconds(30);

  private final ClusterOptions options;
  private final Duration addedComesWithin;
  private final RaftPeerId self;
  private final RaftGroupId group;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong durableIndex = new AtomicLong(-1);
  private final Lease lease;
  private final Services services = new Services();
  private final CopySource copies;

  private final Roster roster;
  private final Failures failures;

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
      Leadership leadership,
      MemberChanges changes,
      ListenerWatch watch,
      RemovalInquiry inquiry,
      CopyTimes times,
      FirstMembers first) {}

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
    this(options, copies, ADDED_COMES_WITHIN);
  }

  /** @param addedComesWithin how long an added node may take to ask for the first time */
  RatisConsensus(ClusterOptions options, CopySource copies, Duration addedComesWithin) {
    this.options = options;
    this.copies = copies;
    this.addedComesWithin = addedComesWithin;
    this.self = RaftPeerId.valueOf(options.node());
    this.roster = new Roster(options);
    this.failures = new Failures(options);
    this.lease =
        new Lease(System::nanoTime, options.electionTimeout(), options.node(), roster::voters);
    this.group =
        RaftGroupId.valueOf(UUID.nameUUIDFromBytes(("weir:" + options.cluster()).getBytes(UTF_8)));
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
      FirstMembers first = FirstMembers.read(options);
      listener = Door.listen(first.self());
      NodeIdentity.Claim claim = new NodeIdentity(options).claim(last);
      KnownFolders known = KnownFolders.read(options, claim.name());
      folders = known;
      roster.begin(first.members());
      start(new Delivery(member, last, this::memberFailed), last, known, listener, claim, first);
    } catch (IOException | RuntimeException e) {
      close();
      close(listener);
      throw new UncheckedIOException(NodeUnusable.of(options, e));
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

  private void start(
      Delivery delivery,
      Applied last,
      KnownFolders known,
      ServerSocket listener,
      NodeIdentity.Claim claim,
      FirstMembers first)
      throws IOException {
    boolean founds = claim.isNew() && !claim.joined();
    LogMachine machine = new LogMachine(
        delivery,
        new Happenings(),
        services,
        first.members(),
        last,
        NodeCopy.isMade(options, last),
        options);
    RaftServer server = RaftServer.newBuilder()
        .setServerId(self)
        .setGroup(RaftGroup.valueOf(group, first.peers(claim.joined(), claim.listens())))
        .setProperties(Settings.of(options, founds))
        .setParameters(Transport.parameters(new Transport.Parts(
            options,
            lease,
            services,
            known,
            roster,
            this::removed,
            listener,
            founds,
            copyCalls(first.members(), known, delivery))))
        .setStateMachine(machine)
        .setOption(StartupOption.RECOVER)
        .build();
    RaftServer.Division division = server.getDivision(group);
    roster.begin(division);
    Leadership leadership = new Leadership(server, division, client, lease, options);
    Proposals proposals = new Proposals(proposal -> put(server, proposal), leadership::giveUp);
    Greetings greetings = new Greetings(options, known, first, roster);
    MemberChanges changes = new MemberChanges(
        options,
        new MemberChanges.Agreement(server, division, client, first.members()),
        roster,
        greetings::isListener,
        addedComesWithin);
    RemovalInquiry inquiry = new RemovalInquiry(
        options.electionTimeout(),
        () -> greetings.tellRemoval(() -> closed),
        () -> closed,
        this::removed,
        failures::leftOut);
    ListenerWatch watch = new ListenerWatch(options, division, delivery, services, inquiry::ask);
    CopyTimes times = new CopyTimes(() -> division.getInfo().isLeader(), first, greetings);
    running = new Running(
        server,
        division,
        machine,
        delivery,
        proposals,
        leadership,
        changes,
        watch,
        inquiry,
        times,
        first);
    delivery.start();
    proposals.start();
    server.start();
    watch.start();
    times.start();
  }

  private CopyCalls copyCalls(Members members, KnownFolders known, Delivery delivery) {
    return new CopyCalls(
        copies,
        () -> status().role() == Role.LEADER,
        members::text,
        known::text,
        roster::listens,
        delivery::appliedTicks,
        COPY_BYTES_PER_SECOND);
  }

  private CompletableFuture<RaftClientReply> put(RaftServer server, Proposal proposal) {
    try {
      return server.submitClientRequestAsync(RaftClientRequest.newBuilder()
          .setClientId(client)
          .setServerId(self)
          .setGroupId(group)
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
    now.first().members().retry();
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
  public void add(String node, String address) {
    running().changes().add(NodeAddress.of(node, address), false);
  }

  @Override
  public void addListener(String node, String address) {
    running().changes().add(NodeAddress.of(node, address), true);
  }

  @Override
  public void remove(String node) {
    running().changes().remove(node);
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
    return Observed.of(
        options,
        now.division(),
        now.machine().sinceElection(),
        now.delivery().received(),
        failures.of(
            folders, now.delivery(), now.machine().getLastAppliedTermIndex().getIndex()),
        now.times()::of,
        now.changes().change());
  }

  private void removed() {
    if (failures.removed()) {
      Running now = running();
      now.leadership().run(() -> closeServer(now.server()));
    }
  }

  @Override
  public void close() {
    Running now = running;
    if (now == null || closed) {
      return;
    }
    closed = true;
    now.proposals().stop();
    now.delivery().drain(DRAINED_WITHIN);
    now.delivery().close();
    now.leadership().close();
    now.changes().close();
    now.watch().close();
    now.times().close();
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
      if (failures.logFailed(cause)) {
        Running now = running();
        now.leadership().run(() -> closeServer(now.server()));
      }
    }

    @Override
    public void cutOff(long firstIndex) {
      failures.cutOff(firstIndex);
    }

    @Override
    public void removed() {
      RatisConsensus.this.removed();
    }

    @Override
    public void leftOut() {
      Running now = running();
      now.leadership().run(now.inquiry()::askPatiently);
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
