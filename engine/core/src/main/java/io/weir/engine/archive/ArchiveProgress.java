package io.weir.engine.archive;

import io.weir.engine.archive.ArchiveTarget.Base;
import io.weir.engine.disk.DiskFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the two threads of an archive know of each other, and tell.
 *
 * <p>The thread that ships the log writes the chain, the other one the bases. Any thread reads.
 */
final class ArchiveProgress {

  private static final Logger LOG = LoggerFactory.getLogger(ArchiveProgress.class);

  /** The archive is late after so many pauses between shipments, and half a minute at least. */
  private static final int PATIENCE_ROUNDS = 5;

  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(30);

  /**
   * The part of the log that is archived without a gap. It needs a base within half a minute.
   *
   * @param number later chains have higher ones
   * @param from where it began
   * @param to where it ends
   */
  record Chain(long number, long from, long to) {

    Chain upTo(long end) {
      return new Chain(number, from, end);
    }

    /** Whether a restore of a base goes on with this chain. */
    boolean goesOnFrom(Base base) {
      return base.chain() == number && base.end() >= from;
    }
  }

  /** The tasks of the threads. */
  enum Task {
    LOG("the log is not archived"),
    BASE("no base could be archived");

    private final String trouble;

    Task(String trouble) {
      this.trouble = trouble;
    }
  }

  private final Duration patience;
  private final LongSupplier nanoClock;
  private final AtomicLong gaps = new AtomicLong();
  private volatile @Nullable ArchiveTarget target;
  private volatile @Nullable Chain chain;
  private volatile long chainNanos;
  private volatile List<Base> bases = List.of();
  private volatile @Nullable Instant lastSuccess;
  private volatile long lastSuccessNanos;
  private volatile String logFailure = "";
  private volatile String baseFailure = "";

  /** Written by whichever thread looks; a second line of the log does no harm. */
  private volatile boolean toldLate;

  ArchiveProgress(Duration every, LongSupplier nanoClock) {
    var rounds = every.multipliedBy(PATIENCE_ROUNDS);
    this.patience = rounds.compareTo(LEAST_PATIENCE) > 0 ? rounds : LEAST_PATIENCE;
    this.nanoClock = nanoClock;
    this.lastSuccessNanos = nanoClock.getAsLong();
  }

  /** Returns the present by the monotonic clock. */
  long nanos() {
    return nanoClock.getAsLong();
  }

  @Nullable
  ArchiveTarget target() {
    return target;
  }

  void claimed(ArchiveTarget archive) {
    target = archive;
  }

  @Nullable
  Chain chain() {
    return chain;
  }

  void chain(Chain next) {
    var before = chain;
    if (before == null || before.number() != next.number()) {
      chainNanos = nanos();
    }
    chain = next;
  }

  List<Base> bases() {
    return bases;
  }

  void bases(List<Base> newestFirst) {
    bases = newestFirst;
  }

  /** Learns that the archive lacks a part of the log. */
  void gap(String reason, long from, long to) {
    gaps.incrementAndGet();
    LOG.warn(
        "the archive has a gap; moments between can be restored only as far as a base has them. A new chain begins with the next base reason=\"{}\" from={} to={}",
        reason,
        from,
        to);
  }

  /** Learns that the archive has every write that was acknowledged by a moment. */
  void shipped(Instant time, long atNanos) {
    lastSuccess = time;
    lastSuccessNanos = atNanos;
    toldLate = false;
    succeeded(Task.LOG);
  }

  void succeeded(Task task) {
    if (!failureOf(task).isEmpty()) {
      LOG.info("the archive works again task={}", task);
      fail(task, "");
    }
  }

  /** Learns of a failure, and logs the first one in a row. */
  void failed(Task task, Exception failure) {
    if (failureOf(task).isEmpty()) {
      LOG.warn("{}; it is tried again", task.trouble, failure);
    } else {
      LOG.debug("{} again", task.trouble, failure);
    }
    fail(task, task.trouble + ": " + DiskFailure.told(failure));
  }

  private String failureOf(Task task) {
    return task == Task.LOG ? logFailure : baseFailure;
  }

  private void fail(Task task, String failure) {
    if (task == Task.LOG) {
      logFailure = failure;
    } else {
      baseFailure = failure;
    }
  }

  /** Logs once that the archive does not answer. */
  void tellIfLate() {
    if (lag().compareTo(patience) > 0 && !toldLate) {
      toldLate = true;
      LOG.warn("the archive is late; it may not answer seconds={}", lag().toSeconds());
    }
  }

  private Duration lag() {
    return Duration.ofNanos(nanoClock.getAsLong() - lastSuccessNanos);
  }

  ArchiveStatus status(long durablePosition) {
    var known = chain;
    return new ArchiveStatus(
        known == null ? durablePosition : Math.max(0, durablePosition - known.to()),
        lag(),
        Optional.ofNullable(lastSuccess),
        bases.size(),
        gaps.get(),
        trouble(known));
  }

  private Optional<String> trouble(@Nullable Chain known) {
    if (!logFailure.isEmpty()) {
      return Optional.of(logFailure);
    }
    if (!baseFailure.isEmpty()) {
      return Optional.of(baseFailure);
    }
    if (lag().compareTo(patience) > 0) {
      return Optional.of("the archive does not answer");
    }
    return known != null
            && nanos() - chainNanos > patience.toNanos()
            && bases.stream().noneMatch(known::goesOnFrom)
        ? Optional.of("the first base of the chain is not complete")
        : Optional.empty();
  }
}
