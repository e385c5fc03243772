package io.weir.engine.store.recovery;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the work of a rebuild and logs it about once per second.
 *
 * <p>Any thread. The compare-and-set of {@code nextReport} selects the thread that logs.
 */
public final class RebuildProgress implements RecoveryListener {

  private static final Logger LOG = LoggerFactory.getLogger(RebuildProgress.class);
  private static final long REPORT_NANOS = 1_000_000_000;
  private static final double NANOS_A_SECOND = 1e9;
  private static final int PERCENT = 100;

  private final LongSupplier nanoClock;
  private final long startNanos;
  private final AtomicLong nextReport;
  private final LongAdder entries = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /** Largest number of bytes to read. */
  private final LongAdder totalBytes = new LongAdder();

  public RebuildProgress(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
    this.nextReport = new AtomicLong(startNanos + REPORT_NANOS);
  }

  /** Adds bytes that are to be read. */
  public void expect(long more) {
    totalBytes.add(more);
  }

  @Override
  public void entry() {
    entries.increment();
  }

  @Override
  public void bytes(long done) {
    bytes.add(done);
    var due = nextReport.get();
    var now = nanoClock.getAsLong();
    if (now - due >= 0 && nextReport.compareAndSet(due, now + REPORT_NANOS)) {
      log("rebuilding the store", now);
    }
  }

  /** Logs the total work. */
  public void end() {
    log("rebuilt the store", nanoClock.getAsLong());
  }

  private void log(String event, long now) {
    var seconds = Math.max(1, now - startNanos) / NANOS_A_SECOND;
    var done = bytes.sum();
    var total = totalBytes.sum();
    LOG.info(
        "{} entries={} bytes={} totalBytes={} percent={} entriesPerSecond={} millis={}",
        event,
        entries.sum(),
        done,
        total,
        total == 0 ? PERCENT : Math.min(PERCENT, PERCENT * done / total),
        Math.round(entries.sum() / seconds),
        Math.round(seconds * 1000));
  }
}
