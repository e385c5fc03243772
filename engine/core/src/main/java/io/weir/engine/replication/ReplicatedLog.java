package io.weir.engine.replication;

import io.weir.engine.consensus.Consensus;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogCounters;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogOutage;
import io.weir.engine.log.append.BatchQueue;
import io.weir.engine.log.append.FileLog;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A log that a majority of nodes keeps, each in a file log of its own. See the package for its
 * invariants.
 *
 * <p>Its durable position is that of this node's disk: a checkpoint and a reader of segments rely
 * on it. A batch is acknowledged when a majority has forced it, which may be earlier or later.
 *
 * <p>{@link #start} joins the other nodes and starts the log thread. A test calls {@link #join}
 * instead, and {@link #runOnce}.
 */
public final class ReplicatedLog implements CommitLog {

  private static final int QUEUE_BATCHES = 4096;
  private static final long QUEUE_BYTES = 80L << 20;
  private static final long MOST_UNAPPLIED_BYTES = 64L << 20;
  private static final Duration HAND_OVER_WITHIN = Duration.ofSeconds(10);

  private final FileLog file;
  private final Consensus consensus;
  private final Eligibility eligibility;
  private final AppliedFile applied;
  private final Place start;
  private final LongSupplier nanoClock;
  private final Runnable pause;
  private final BatchQueue queue = new BatchQueue(QUEUE_BATCHES, QUEUE_BYTES);
  private final Inbox inbox;
  private final Replication replication;
  private final int maxPayloadBytes;

  /** Why reads are refused while another node may lead without this one's knowledge. */
  private final LogOutage noLease;

  private final Thread thread = new Thread(this::run, "weir-log");

  /**
   * Set by the thread that starts the log, read by the thread that closes it; null before the
   * start.
   */
  private volatile @Nullable Replica replica;

  /** Written by the closing thread, read by log thread after each rest: tells log thread to end. */
  private volatile boolean closing;

  /**
   * What a replicated log is made of.
   *
   * @param file opened, not started; its positions move by records only
   * @param start the last place in the log
   * @param applied is updated before each checkpoint
   */
  public record Parts(FileLog file, Place start, AppliedFile applied, Consensus consensus) {}

  /**
   * Makes a log that takes no batches before it leads.
   *
   * @param pause returns after a moment; called by a thread that waits for another
   */
  public ReplicatedLog(Parts parts, LongSupplier nanoClock, Runnable pause) {
    this(parts, nanoClock, pause, MOST_UNAPPLIED_BYTES);
  }

  ReplicatedLog(Parts parts, LongSupplier nanoClock, Runnable pause, long mostUnappliedBytes) {
    this.file = parts.file();
    file.runElsewhere(this::wake);
    this.consensus = parts.consensus();
    this.eligibility = new Eligibility(consensus);
    this.applied = parts.applied();
    this.start = parts.start();
    this.nanoClock = nanoClock;
    this.pause = pause;
    this.inbox = new Inbox(pause, this::wake, this::appliedTicks);
    this.noLease = new LogOutage(LogFailed.notLeader(null), nanoClock.getAsLong());
    var mostEntryBytes = consensus.maxEntryBytes();
    this.maxPayloadBytes = Math.min(
        file.maxPayloadBytes(),
        mostEntryBytes - EntryForm.HEAD_BYTES - EntryForm.LENGTH_BYTES - EntryForm.CLOSED_BYTES);
    var closedTime = new ClosedTime(nanoClock);
    this.replication = new Replication(
        file,
        start,
        eligibility,
        inbox,
        new Proposals(queue, consensus, inbox, mostEntryBytes, closedTime),
        closedTime,
        nanoClock,
        this::wake,
        mostUnappliedBytes);
  }

  /**
   * Joins the other nodes, for a store that is ready to apply, and starts the log thread. Called
   * once.
   */
  public void start(Replica store) {
    replica = store;
    replication.serve(store);
    thread.setDaemon(true);
    thread.start();
    consensus.start(inbox, start.entry());
    eligibility.joined();
  }

  /**
   * Joins the other nodes. A test that calls it in place of {@link #start} does the turns itself.
   */
  public void join(Replica store) {
    replica = store;
    replication.serve(store);
    consensus.start(inbox, start.entry());
    eligibility.joined();
  }

  /**
   * Does one turn of the log thread and returns the work done. Runs on: log thread, or a test that
   * did not start it.
   */
  public int runOnce() {
    return closing ? 0 : replication.turn();
  }

  /** Returns how long the log thread may rest if nothing comes, in nanoseconds. */
  long restNanos() {
    return replication.restNanos();
  }

  private void run() {
    while (!closing) {
      if (runOnce() == 0) {
        LockSupport.parkNanos(this, restNanos());
      }
    }
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  /** Returns what the node does for its shards. Any thread; a moment's view. */
  public Role role() {
    return replication.role();
  }

  /**
   * Returns the time up to which each other node that answers has published everything: the least
   * that one of them has told. It is 0 if that is not known, and empty if no other node answers. A
   * node that does not lead knows nothing of the others. Any thread.
   */
  public OptionalLong othersTicks() {
    return consensus.status().peers().stream()
        .filter(Transfer::answers)
        .mapToLong(Peer::appliedTicks)
        .min();
  }

  private long appliedTicks() {
    var store = replica;
    return store == null ? 0 : store.appliedTicks();
  }

  /** Returns the agreement of the nodes. */
  public Consensus consensus() {
    return consensus;
  }

  /**
   * Makes this node lead no more until it is opened again, because something else than its log is
   * unsound. Any thread.
   */
  public void leadNoMore() {
    eligibility.withdraw();
  }

  @Override
  public boolean offer(LogBatch batch, Executor starter) {
    return queue.offer(batch, maxPayloadBytes, starter, this::wake);
  }

  @Override
  public int maxPayloadBytes() {
    return maxPayloadBytes;
  }

  @Override
  public long durablePosition() {
    return file.durablePosition();
  }

  @Override
  public long acknowledgedPosition() {
    return file.acknowledgedPosition();
  }

  @Override
  public void whenDurable(Runnable moved) {
    file.whenDurable(moved);
  }

  @Override
  public @Nullable LogOutage outage() {
    return replication.outage();
  }

  /**
   * A read that finds the lease at some moment finds all that was acknowledged before that moment,
   * by any node.
   */
  @Override
  public @Nullable LogOutage readOutage() {
    var outage = replication.outage();
    return outage != null || consensus.holdsLease(replication.generation()) ? outage : noLease;
  }

  /** Returns the term in which this node leads, or a number that is none. */
  @Override
  public long generation() {
    return replication.generation();
  }

  @Override
  public boolean isFailed() {
    return file.isFailed() || replication.role() instanceof Role.Failed;
  }

  @Override
  public LogCounters counters() {
    return file.counters();
  }

  /**
   * Keeps the place of the last forced mark apart from the log. From then on the consensus may
   * forget the entries up to it.
   */
  @Override
  public void prepareCheckpoint(long position) throws IOException {
    var place = replication.marks().forced(this::durablePosition);
    applied.write(place);
    if (!closing) {
      consensus.durable(place.entry());
    }
  }

  @Override
  public void truncateBefore(long position) throws IOException {
    file.truncateBefore(position);
  }

  @Override
  public boolean giveUpRecycled() throws IOException {
    return file.giveUpRecycled();
  }

  /**
   * Takes no more batches, and hands the leadership over when those that it has taken are answered.
   * The node leads no more until it is opened again. Waits until it follows, or for ten seconds.
   */
  @Override
  public void handOver() {
    if (replica != null && !closing) {
      inbox.add(new Event.HandOver(new Departure(new Closing())));
      var begunNanos = nanoClock.getAsLong();
      while (leads() && nanoClock.getAsLong() - begunNanos < HAND_OVER_WITHIN.toNanos()) {
        pause.run();
      }
      eligibility.withdraw();
    }
  }

  /** The end of the leadership of a node that is about to be closed. */
  private final class Closing implements Departure.Aim {

    @Override
    public void reached(long term) {
      eligibility.withdraw();
    }

    @Override
    public void missed(String reason) {
      eligibility.withdraw();
    }
  }

  /**
   * Hands the leadership to another node: takes no more batches, answers those that it has taken,
   * and then lets the other one lead. If that one does not take it, this node goes on, or follows
   * the node that is elected. Any thread.
   *
   * <p>Completes on any thread with the id of the node that leads. Fails with
   * {@link io.weir.engine.consensus.ChangeRefused}, which says why the leadership was not handed
   * over.
   *
   * @param to the id of a node; null for the one that has most entries
   */
  public CompletionStage<String> transfer(@Nullable String to) {
    return new Transfer(consensus, inbox).begin(role(), to);
  }

  private boolean leads() {
    return replication.role() instanceof Role.Leading
        || replication.role() instanceof Role.TakingOver;
  }

  /**
   * Leaves the other nodes, appends what they delivered, and closes the log. Batches that are not
   * committed fail.
   */
  @Override
  public void close() throws LogFailed {
    if (closing) {
      return;
    }
    inbox.close();
    consensus.close();
    closing = true;
    wake();
    awaitThread();
    var store = replica;
    var isApplied = store == null || finish(store);
    file.close();
    if (!isApplied) { // no checkpoint may be written at the end of the log
      throw LogFailed.at(
          file.durablePosition(), new IOException("a shard could not apply the log"), true);
    }
  }

  private boolean finish(Replica store) {
    replication.finish();
    queue.close().forEach(batch -> batch.completion().failed(LogFailed.closed()));
    return store.finish(pause);
  }

  /** Waits through interrupts: a half-closed log is worse than a late reaction to an interrupt. */
  private void awaitThread() {
    var interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
