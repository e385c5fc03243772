package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogOutage;
import io.weir.engine.log.append.FileLog;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns of the log thread of a node: it appends what is committed, tells shards of it, and
 * proposes what they offer while the node leads.
 *
 * <p>Owner: log thread. {@link #outage}, {@link #generation}, {@link #role} and {@link #marks}: any
 * thread.
 */
final class Replication implements Event.Handler, EntryAppends.Listener {

  /** The generation of a log that takes no batches: no term is negative. */
  static final long NO_TERM = -1;

  private static final Logger LOG = LoggerFactory.getLogger(Replication.class);
  private static final int MOST_EVENTS = 256;
  private static final long RETRY_NANOS = 1_000_000;

  /** How long a node prepares to lead before another one may try. */
  private static final long TAKE_OVER_NANOS = Duration.ofSeconds(30).toNanos();

  private final FileLog file;
  private final EntryAppends appends;
  private final Eligibility eligibility;
  private final Inbox inbox;
  private final Proposals proposals;
  private final ClosedTime closedTime;
  private final LongSupplier nanoClock;
  private final Marks marks;
  private final ApplyBacklog backlog;

  /** Set before the first turn. */
  private Replica replica = new NoStore();

  /** Whether the log is being closed, so that no term begins. */
  private boolean closing;

  /** When the node began to prepare to lead. */
  private long takingOverSince;

  /** Takes the leadership once all batches are answered; null while nobody wants it. */
  private @Nullable Departure departing;

  /** Written by log thread before owners hear of a change; read by shards. */
  private volatile long generation = NO_TERM;

  private volatile Role role = new Role.Following(null);

  /** Written by log thread after the generation when a term begins, before it when one ends. */
  private volatile @Nullable LogOutage outage;

  /**
   * Prepares the turns of an opened log.
   *
   * @param start the last place in the log
   * @param mostUnappliedBytes no entry is taken while the shards have not applied more than this
   */
  Replication(
      FileLog file,
      Place start,
      Eligibility eligibility,
      Inbox inbox,
      Proposals proposals,
      ClosedTime closedTime,
      LongSupplier nanoClock,
      Runnable wake,
      long mostUnappliedBytes) {
    this.file = file;
    this.appends = new EntryAppends(file, start, this);
    this.eligibility = eligibility;
    this.inbox = inbox;
    this.proposals = proposals;
    this.closedTime = closedTime;
    this.nanoClock = nanoClock;
    this.backlog = new ApplyBacklog(mostUnappliedBytes, wake);
    this.marks = new Marks(start);
    this.outage = new LogOutage(LogFailed.notLeader(null), nanoClock.getAsLong());
  }

  /** Sets the store. Called before the first turn. */
  void serve(Replica store) {
    replica = store;
  }

  @Nullable
  LogOutage outage() {
    return outage;
  }

  long generation() {
    return generation;
  }

  Role role() {
    return role;
  }

  Marks marks() {
    return marks;
  }

  /** Does one turn and returns the work done; 0 if there is none now. */
  int turn() {
    try {
      var work = appendStalled() + receive();
      work += file.runOnce();
      requireSoundFile();
      endLongTakeOver();
      return work + propose();
    } catch (RuntimeException | Error e) { // deliberate: errors too; shards would wait forever
      fail(e);
      return 0;
    }
  }

  /** Returns how long the thread may rest if nothing comes, in nanoseconds. */
  long restNanos() {
    if (appends.isStalled() && file.outage() == null) {
      return 0;
    }
    var rest = proposals.isHeldBack() ? RETRY_NANOS : file.restNanos();
    return Math.min(
        rest,
        role instanceof Role.TakingOver
            ? takeOverNanosLeft()
            : closedTime.restNanos(proposals.isInFlight() || proposals.isHeldBack()));
  }

  private long takeOverNanosLeft() {
    return Math.max(0, takingOverSince + TAKE_OVER_NANOS - nanoClock.getAsLong());
  }

  /**
   * Ends a term for which a shard does not become ready: it has no room, or is rebuilt. It goes on
   * to apply, and the node may lead later.
   */
  private void endLongTakeOver() {
    if (role instanceof Role.TakingOver now && takeOverNanosLeft() == 0) {
      LOG.warn("this node gives up to lead, because a shard is not ready term={}", now.term());
      leave(new Role.Following(null), null);
      eligibility.endTerm();
    }
  }

  private boolean mayReceive() {
    return !appends.isStalled() && !backlog.isFull() && !isFailed();
  }

  private boolean isFailed() {
    return role instanceof Role.Failed;
  }

  private int receive() {
    var received = 0;
    while (received < MOST_EVENTS && mayReceive()) {
      var event = inbox.poll();
      if (event == null) {
        break;
      }
      event.dispatch(this);
      received++;
    }
    return received;
  }

  private int propose() {
    if (role instanceof Role.Leading) {
      var proposed = closeTime() + proposals.propose();
      return proposals.isEmpty() ? proposed + depart(((Role.Leading) role).term()) : proposed;
    }
    if (!proposals.isEmpty()) {
      proposals.failAll(unknown(), refusal());
    }
    return 0;
  }

  private int closeTime() {
    if (!closedTime.isDue()) {
      return 0;
    }
    var request = closedTime.request();
    replica.closeTime(ticks -> inbox.add(new Event.TimeClosed(request, ticks)));
    return 1;
  }

  @Override
  public void timeClosed(long request, long ticks) {
    if (closedTime.isAwaited(request)) {
      proposals.close(ticks);
    }
  }

  private int depart(long term) {
    var now = departing;
    return now != null && now.reached(term) ? 1 : 0;
  }

  /** The shards offer nothing new from here on, unless the leadership stays here after all. */
  @Override
  public void handOver(Departure next) {
    if (!(role instanceof Role.Leading)) {
      next.missed(LogFailed.notLeader(leader()).reason());
      return;
    }
    var before = departing;
    departing = next;
    closedTime.end();
    outage = new LogOutage(LogFailed.notLeader(null), nanoClock.getAsLong());
    if (before != null) {
      before.missed("another hand-over has begun");
    }
  }

  @Override
  public void resume(Departure ended) {
    if (departing == ended) {
      departing = null;
      outage = null;
      closedTime.begin();
    }
  }

  @Override
  public void committed(Applied at, ByteBuffer bytes) {
    if (!at.isAfter(appends.end().entry())) {
      return;
    }
    var entry = EntryForm.of(bytes);
    if (entry.term() != at.term()) {
      LOG.error(
          "an entry was committed in another term than the one it was evaluated in, and changes nothing index={} term={} evaluatedIn={}",
          at.index(),
          at.term(),
          entry.term());
      return;
    }
    var missing = appends.missing(at, entry); // fails before the proposal is taken
    appends.append(new Appending(at, entry, missing, own(at, entry)));
  }

  private @Nullable ProposedEntry own(Applied at, EntryForm entry) {
    if (!(role instanceof Role.Leading leading) || leading.term() != at.term()) {
      return null;
    }
    var own = proposals.take(entry.position());
    if (own == null) {
      throw new IllegalStateException(
          "an entry of this node's term is not the one in flight index=" + at.index());
    }
    return own;
  }

  private int appendStalled() {
    if (!appends.isStalled() || file.outage() != null || isFailed()) {
      return 0;
    }
    var again = appends.retry();
    if (again > 0 && !appends.isStalled()) {
      LOG.info("the log of this node has room again entries={}", again);
      begin(new Role.Following(null), LogFailed.notLeader(null));
      eligibility.room(true);
    }
    return again;
  }

  @Override
  public void kept(Appending entry) {
    marks.written(entry.place(), file.durablePosition());
    var own = entry.own();
    if (own != null) {
      own.acknowledge();
      replica.kept(entry.entry().closedTicks());
    } else {
      backlog.apply(entry.entry(), replica);
    }
  }

  /** The node leads no more, and its shards hold nothing of the entry from here on. */
  @Override
  public void stalled(Appending entry, boolean isFirst, LogFailed failure) {
    if (isFirst) {
      LOG.warn("the log of this node takes no entries reason=\"{}\"", failure.reason());
      eligibility.room(false);
      begin(new Role.Following(null), failure);
    }
    var own = entry.disown();
    if (own != null) {
      own.fail(unknown());
    }
    if (appends.isSettled()) {
      proposals.failAll(unknown(), refusal());
      replica.follows(null);
    }
  }

  private void requireSoundFile() {
    var failed = file.outage();
    if (failed != null && failed.cause().isLasting() && !isFailed()) {
      fail(failed.cause());
    }
  }

  @Override
  public void leads(long term) {
    appends.settle();
    if (!appends.isStalled() && !closing) {
      takingOverSince = nanoClock.getAsLong();
      leave(new Role.TakingOver(term), null);
      replica.takeOver(term, () -> inbox.add(new Event.Ready(term)));
    }
  }

  @Override
  public void ready(long term) {
    if (role instanceof Role.TakingOver next && next.term() == term) {
      proposals.begin(term, appends.end().endPosition());
      closedTime.begin();
      generation = term;
      role = new Role.Leading(term);
      outage = null;
      replica.leads(term);
      LOG.info("this node leads term={} position={}", term, appends.end().endPosition());
    }
  }

  @Override
  public void follows(long term, @Nullable String leader) {
    appends.settle();
    if (role instanceof Role.Leading leading) {
      LOG.info("this node leads no more term={} leader={}", leading.term(), leader);
    }
    leave(new Role.Following(leader), leader);
  }

  @Override
  public void lost(long term, String reason) {
    appends.settle();
    if (role instanceof Role.Leading leading && leading.term() == term) {
      LOG.warn("a proposal was lost, and the term ends term={} reason=\"{}\"", term, reason);
      leave(new Role.Following(null), null);
      eligibility.endTerm();
    }
  }

  /**
   * Ends what this node did. The batches whose entries are in the log were acknowledged; the others
   * fail.
   */
  private void leave(Role next, @Nullable String leader) {
    if (isFailed()) {
      return;
    }
    begin(next, LogFailed.notLeader(leader));
    proposals.failAll(LogFailed.leadershipLost(leader), LogFailed.notLeader(leader));
    if (next instanceof Role.Following) {
      replica.follows(leader);
    }
  }

  private void begin(Role next, LogFailed why) {
    var known = outage;
    outage = new LogOutage(why, known == null ? nanoClock.getAsLong() : known.sinceNanos());
    generation = NO_TERM;
    role = next;
    closedTime.end();
    var departed = departing;
    departing = null;
    if (departed != null) {
      departed.missed(why.reason());
    }
  }

  private LogFailed unknown() {
    return LogFailed.leadershipLost(leader());
  }

  private LogFailed refusal() {
    var why = outage;
    var cause = why == null ? LogFailed.notLeader(leader()) : why.cause();
    return cause.isNothingKept() ? cause : cause.refusal();
  }

  private @Nullable String leader() {
    return role instanceof Role.Following following ? following.leader() : null;
  }

  /**
   * Stops this node until it is opened again. What its log has been given is still appended and
   * applied.
   */
  private void fail(Throwable cause) {
    if (isFailed()) {
      return;
    }
    LOG.error("this node stops, the others go on", cause);
    var failure = cause instanceof LogFailed known && known.isLasting()
        ? known
        : LogFailed.at(file.durablePosition(), cause, true);
    begin(new Role.Failed(failure.reason()), failure);
    inbox.fail(cause);
    appends.abandon().forEach(own -> own.fail(LogFailed.leadershipLost(null)));
    proposals.failAll(LogFailed.leadershipLost(null), failure.refusal());
    replica.follows(null);
    eligibility.withdraw();
  }

  /** Roles do not count any more: only entries are taken. */
  private void drain() {
    while (mayReceive()) {
      var event = inbox.poll();
      if (event == null) {
        return;
      }
      if (event instanceof Event.Committed entry) {
        entry.dispatch(this);
        file.runOnce();
        requireSoundFile();
      }
    }
  }

  /**
   * Appends what was delivered, and fails the rest. What does not fit is delivered again by the
   * consensus, if other nodes have it. Runs on: the thread that closes the log.
   */
  void finish() {
    closing = true;
    drain();
    appends.settle();
    leave(new Role.Following(null), null);
  }
}
