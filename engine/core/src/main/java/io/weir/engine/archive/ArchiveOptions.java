package io.weir.engine.archive;

import java.time.Duration;
import java.util.ArrayList;

/**
 * How a store is archived.
 *
 * @param every pause between two shipments of the log, at least a millisecond
 * @param baseEvery time from one base to the next, at least a millisecond
 * @param keepFor how far back a restore reaches, as far as {@code keepBases} allows; not negative
 * @param keepBases most bases that are kept, at least 1
 * @param mostLogBytes most bytes of the log that the store keeps while the archive does not take
 *     them; not negative
 */
public record ArchiveOptions(
    Duration every, Duration baseEvery, Duration keepFor, int keepBases, long mostLogBytes) {

  public static final ArchiveOptions DEFAULT = new ArchiveOptions(
      Duration.ofSeconds(2), Duration.ofHours(1), Duration.ofDays(7), 200, 1L << 30);

  public ArchiveOptions {
    var mistakes = new ArrayList<String>();
    if (every.toMillis() < 1) {
      mistakes.add("every is at least a millisecond and not " + every);
    }
    if (baseEvery.toMillis() < 1) {
      mistakes.add("baseEvery is at least a millisecond, not " + baseEvery);
    }
    if (keepFor.isNegative()) {
      mistakes.add("keepFor is not negative, not " + keepFor);
    }
    if (keepBases < 1) {
      mistakes.add("keepBases is at least 1, not " + keepBases);
    }
    if (mostLogBytes < 0) {
      mistakes.add("mostLogBytes is not negative, not " + mostLogBytes);
    }
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", mistakes));
    }
  }
}
