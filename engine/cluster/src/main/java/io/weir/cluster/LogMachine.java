package io.weir.cluster;

import io.weir.engine.consensus.Applied;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.jspecify.annotations.Nullable;

/**
 * What Ratis calls its state machine: it checks an entry's term, hands committed entries to the
 * delivery, and says how far the log may be cut.
 *
 * <p>Runs on: threads of Ratis. {@link #preAppendTransaction} runs under the locks of its server
 * and its log, {@link #applyTransaction} on the one thread that applies entries.
 *
 * <p><b>Snapshots.</b> Ratis wants to know a snapshot, from whose index it applies the log at a
 * start and up to which it may cut it. There is no file of it: the store is the snapshot. At the
 * start it is the last entry that the store has, later the last one whose file was cut off.
 */
final class LogMachine extends BaseStateMachine {

  /** What happens in Ratis and concerns the rest of this module. */
  interface Events {
    /** This node leads. Runs on the thread that applies entries. */
    void leads(long term);

    /**
     * This node's leadership of a term is over. Runs under the lock of Ratis's server, before it
     * takes up a later term or votes for another.
     */
    void leadershipEnded(long term);

    /** The log's disk failed; Ratis takes no entry any more. */
    void logFailed(@Nullable Throwable cause);

    /** The leader has cut off what this node needs next. */
    void cutOff(long firstIndex);

    /** This node is none of the members any more. */
    void removed();

    /** Ratis has ended this node's part, because its newest configuration is without the node. */
    void leftOut();
  }

  private final Delivery delivery;
  private final Events events;
  private final Services services;
  private final Members members;
  private final Applied last;
  private final boolean isCopy;
  private final long retainedBytes;
  private final int maxLoggedBytes;

  private volatile @Nullable SnapshotInfo snapshot;

  /** Written once, before Ratis calls anything else. */
  private volatile @Nullable LogFiles files;

  private volatile RaftServer.@Nullable Division division;

  /**
   * Where the next snapshot is. Written by the thread that cuts, read by the thread that applies
   * entries.
   */
  private volatile @Nullable TermIndex cut;

  /** When a leader was elected last. Written by threads of Ratis, read by any. */
  private volatile @Nullable Long electedNanos;

  /**
   * The term of the last entry about the configuration. Owned by the thread that applies entries.
   */
  private long configurationTerm = -1;

  LogMachine(
      Delivery delivery,
      Events events,
      Services services,
      Members members,
      Applied last,
      boolean isCopy,
      ClusterOptions options) {
    this.delivery = delivery;
    this.events = events;
    this.services = services;
    this.members = members;
    this.last = last;
    this.isCopy = isCopy;
    this.retainedBytes = options.retainedLogBytes();
    this.maxLoggedBytes = Settings.maxLoggedBytes(options);
    if (last.index() >= 0) {
      TermIndex at = TermIndex.valueOf(last.term(), last.index());
      setLastAppliedTermIndex(at);
      snapshot = new StoreItself(at);
    }
  }

  @Override
  public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage)
      throws IOException {
    super.initialize(server, group, storage);
    LogFiles found = new LogFiles(storage.getStorageDir().getCurrentDir().toPath());
    requireNoGap(found.firstIndex(), server.getId().toString());
    requireWhole(found.lastIndex(maxLoggedBytes), server.getId().toString());
    found.makeDurable();
    files = found;
    division = server.getDivision(group);
  }

  /**
   * Requires that log and store meet. Ratis itself would wait for ever for an entry that is
   * nowhere.
   */
  private void requireNoGap(OptionalLong first, String node) throws IOException {
    boolean meets =
        first.isPresent() ? first.getAsLong() <= last.index() + 1 : last.index() < 0 || isCopy;
    if (!meets) {
      throw new NodeUnusable(
          "The log of the cluster does not begin where the store ends, so one of them is not this node's or is older: logIndex="
              + (first.isPresent() ? first.getAsLong() : "none") + " storeIndex=" + last.index()
              + ". Start the node with the folder that it had last, as a whole. If there is no such folder: "
              + remedy(first, node));
    }
  }

  /**
   * Requires that the log has what the store has: this node acknowledged it, and maybe more that is
   * lost too. Ratis itself would drop the log, and go on after the store.
   */
  private void requireWhole(OptionalLong end, String node) throws IOException {
    if (end.isPresent() && end.getAsLong() < last.index()) {
      throw new NodeUnusable(
          "The log of the cluster ends before the store, so the log was cut or is an older one, and the node has lost entries that others may count on: logIndex="
              + end.getAsLong() + " storeIndex=" + last.index()
              + ". Start the node with the folder that it had last, as a whole. If there is no such folder: "
              + NodeUnusable.replace(node));
    }
  }

  /** A node with its log may give up its store; one without has lost what it has acknowledged. */
  private static String remedy(OptionalLong first, String node) {
    return first.isPresent() ? "start it with --cluster-fetch-copy." : NodeUnusable.replace(node);
  }

  private RaftServer.Division division() {
    RaftServer.Division known = division;
    if (known == null) {
      throw new IllegalStateException("not started");
    }
    return known;
  }

  // an entry's way into the log

  @Override
  public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
    if (!(request.getMessage() instanceof Proposal proposal)) {
      throw new IOException("only the node itself may propose entries");
    }
    return TransactionContext.newBuilder()
        .setStateMachine(this)
        .setClientRequest(request)
        .setStateMachineContext(proposal)
        .build();
  }

  /**
   * Makes the context of an entry that another node sent, without the entry's content. Ratis holds
   * the context until the entry is applied, so a store that takes entries slowly would fill the
   * memory with them.
   */
  @Override
  public TransactionContext startTransaction(LogEntryProto entry, RaftPeerRole role) {
    LogEntryProto.Builder light = LogEntryProto.newBuilder(entry);
    light.getStateMachineLogEntryBuilder().clearLogData();
    return TransactionContext.newBuilder()
        .setStateMachine(this)
        .setServerRole(role)
        .setLogEntry(light.build())
        .build();
  }

  /**
   * Lets an entry into the log only in the term for which it was proposed: the term cannot change
   * before it is there.
   */
  @Override
  public TransactionContext preAppendTransaction(TransactionContext context)
      throws StateMachineException {
    Proposal proposal = (Proposal) context.getStateMachineContext();
    long term = division().getInfo().getCurrentTerm();
    if (proposal.term() != term) {
      throw new StateMachineException(
          "the entry is of another term term=" + term + " entryTerm=" + proposal.term(), false);
    }
    proposal.enterLog();
    return context;
  }

  // committed entries

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext context) {
    LogEntryProto entry = entry(context);
    if (entry.getIndex() > last.index()) {
      delivery.entry(
          new Applied(entry.getTerm(), entry.getIndex()),
          entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer());
    }
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    return CompletableFuture.completedFuture(Message.EMPTY);
  }

  private LogEntryProto entry(TransactionContext context) {
    LogEntryProto entry = context.getLogEntry();
    if (context.getClientRequest() != null) {
      return entry;
    }
    try {
      return Objects.requireNonNull(
          division().getRaftLog().get(entry.getIndex()), "the log lost an entry");
    } catch (IOException e) {
      throw new IllegalStateException("an entry cannot be read index=" + entry.getIndex(), e);
    }
  }

  // roles

  @Override
  public void notifyConfigurationChanged(
      long term, long index, RaftConfigurationProto configuration) {
    configurationTerm = term;
    RaftServer.Division here = division();
    // a leader that has cut off what a node needs tells it a configuration that may be lost again
    if (index <= here.getRaftLog().getLastCommittedIndex()) {
      members.note(index, configuration);
      if (members.isRemoved(here.getId().toString())) {
        events.removed();
      }
    }
  }

  /**
   * Follows the entry with which a leader begins its term, so everything before it was handed over.
   */
  @Override
  public void notifyLeaderReady() {
    events.leads(configurationTerm);
  }

  /** Runs before Ratis takes up a later term. */
  @Override
  public void notifyNotLeader(Collection<TransactionContext> pending) {
    events.leadershipEnded(division().getInfo().getCurrentTerm());
  }

  @Override
  public void notifyLeaderChanged(RaftGroupMemberId self, RaftPeerId leader) {
    electedNanos = System.nanoTime();
    if (!leader.equals(self.getPeerId())) {
      delivery.follows(division().getInfo().getCurrentTerm(), services.named(leader.toString()));
    }
  }

  /** Returns how long ago a leader was elected; null if none was heard of since the start. */
  @Nullable
  Duration sinceElection() {
    Long elected = electedNanos;
    return elected == null ? null : Duration.ofNanos(System.nanoTime() - elected);
  }

  /** A candidate that finds itself in no configuration ends its part, and the others' not. */
  @Override
  public void notifyServerShutdown(RoleInfoProto role, boolean allServer) {
    if (!allServer) {
      events.leftOut();
    }
  }

  // failures

  @Override
  public void notifyLogFailed(@Nullable Throwable cause, @Nullable LogEntryProto entry) {
    events.logFailed(cause);
  }

  @Override
  public CompletableFuture<@Nullable TermIndex> notifyInstallSnapshotFromLeader(
      RoleInfoProto role, TermIndex firstIndex) {
    // a leader tells a new node too, which needs nothing if the log reaches back to its beginning
    if (firstIndex.getIndex() > 0
        && division().getRaftLog().getNextIndex() <= firstIndex.getIndex()) {
      events.cutOff(firstIndex.getIndex());
    }
    return CompletableFuture.completedFuture(null);
  }

  // snapshots and the log's beginning

  @Override
  public @Nullable SnapshotInfo getLatestSnapshot() {
    return snapshot;
  }

  /**
   * Decides what may be cut off now that the store has everything up to an index on its disk.
   * Returns whether something may.
   */
  boolean plansCut(long durableIndex) throws IOException {
    LogFiles known = files;
    if (known == null) {
      return false;
    }
    long index = known.cut(durableIndex, retainedBytes);
    SnapshotInfo before = snapshot;
    if (index < 0 || before != null && index <= before.getIndex()) {
      return false;
    }
    cut = division().getRaftLog().getTermIndex(index);
    return cut != null;
  }

  @Override
  public long takeSnapshot() {
    TermIndex at = cut;
    if (at == null) {
      return RaftLog.INVALID_LOG_INDEX;
    }
    snapshot = new StoreItself(at);
    cut = null;
    return at.getIndex();
  }

  /** The store as a snapshot: nothing that Ratis could send. */
  private record StoreItself(TermIndex termIndex) implements SnapshotInfo {
    @Override
    public TermIndex getTermIndex() {
      return termIndex;
    }

    @Override
    public List<FileInfo> getFiles() {
      return List.of();
    }
  }
}
