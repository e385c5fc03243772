package io.weir.engine.store;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what a rebuild has done, and says so about once a second.
 *
 * <p>Threads: any. {@code nextTell} decides who of them tells.
 */
final class RebuildProgress {

  private static final Logger LOG = LoggerFactory.getLogger(RebuildProgress.class);
  private static final long TELL_NANOS = 1_000_000_000;
  private static final double NANOS_A_SECOND = 1e9;
  private static final int PERCENT = 100;

  private final LongSupplier nanoClock;
  private final long startNanos;
  private final AtomicLong nextTell;
  private final LongAdder entries = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /** Bytes to read, at most. */
  private final LongAdder totalBytes = new LongAdder();

  RebuildProgress(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
    this.nextTell = new AtomicLong(startNanos + TELL_NANOS);
  }

  /** So many more bytes are to be read. */
  void expect(long more) {
    totalBytes.add(more);
  }

  /** An entry of the snapshot is loaded, or a record of the log applied. */
  void entry() {
    entries.increment();
  }

  /** So many bytes are done. */
  void bytes(long done) {
    bytes.add(done);
    var due = nextTell.get();
    var now = nanoClock.getAsLong();
    if (now - due >= 0 && nextTell.compareAndSet(due, now + TELL_NANOS)) {
      tell("Rebuilding the store.", now);
    }
  }

  /** Says what was done in all. */
  void end() {
    tell("Rebuilt the store.", nanoClock.getAsLong());
  }

  private void tell(String what, long now) {
    var seconds = Math.max(1, now - startNanos) / NANOS_A_SECOND;
    var done = bytes.sum();
    var total = totalBytes.sum();
    LOG.info(
        "{} entries={} bytes={} of={} percent={} entriesPerSecond={} millis={}",
        what,
        entries.sum(),
        done,
        total,
        total == 0 ? PERCENT : Math.min(PERCENT, PERCENT * done / total),
        Math.round(entries.sum() / seconds),
        Math.round(seconds * 1000));
  }
}
