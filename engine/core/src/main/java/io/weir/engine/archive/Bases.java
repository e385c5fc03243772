package io.weir.engine.archive;

import io.weir.engine.archive.ArchiveProgress.Chain;
import io.weir.engine.archive.ArchiveTarget.Base;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Brings a checkpoint to the archive at intervals, and deletes what no kept moment needs.
 *
 * <p>Owner: the thread {@code weir-archive-base}, or a test that calls {@link #round}.
 */
final class Bases {

  /** The pause after a failure, unless bases come more often; and between two looks for bases. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Store store;
  private final ArchiveOptions options;
  private final Clock clock;
  private final ArchiveProgress progress;
  private boolean failed;
  private long failedNanos;
  private long lookedNanos;

  Bases(Store store, ArchiveOptions options, Clock clock, ArchiveProgress progress) {
    this.store = store;
    this.options = options;
    this.clock = clock;
    this.progress = progress;
    this.lookedNanos = progress.nanos();
  }

  /**
   * Adds a base if one is due, and deletes old ones. After a failure, calls within a minute do
   * nothing.
   */
  void round() throws IOException {
    var target = progress.target();
    var chain = progress.chain();
    if (target == null || chain == null || isPausing()) {
      return;
    }
    failed = true;
    failedNanos = progress.nanos();
    look(target);
    if (isDue(chain)) {
      target.requireClaimed();
      store.checkpoint(); // so that the base has little of the log, which the pieces have too
      target.addBase(store, chain.number(), clock);
      progress.bases(target.bases());
      prune(target);
    }
    failed = false;
    progress.succeeded(ArchiveProgress.Task.BASE);
  }

  /** Looks each minute whether the bases are still there. */
  private void look(ArchiveTarget target) throws IOException {
    if (progress.nanos() - lookedNanos >= PAUSE.toNanos()) {
      progress.bases(target.bases());
      lookedNanos = progress.nanos();
    }
  }

  private boolean isDue(Chain chain) {
    var newest = progress.bases().stream().filter(chain::goesOnFrom).findFirst();
    return newest.isEmpty()
        || newest.get().end() < store.log().durablePosition()
            && !age(newest.get()).minus(options.baseEvery()).isNegative();
  }

  private Duration age(Base base) {
    return Duration.between(base.manifest().created(), clock.instant());
  }

  private boolean isPausing() {
    var pause = options.baseEvery().compareTo(PAUSE) < 0 ? options.baseEvery() : PAUSE;
    return failed && progress.nanos() - failedNanos < pause.toNanos();
  }

  private void prune(ArchiveTarget target) throws IOException {
    var all = progress.bases();
    var kept = kept(all);
    if (kept < all.size()) {
      target.delete(all.subList(kept, all.size()));
      progress.bases(all.subList(0, kept));
    }
    for (var piece : target.pieces()) {
      if (!isNeeded(piece)) {
        target.delete(piece);
      }
    }
  }

  /**
   * Returns how many of the newest bases are kept. A base is superfluous once the next one restores
   * every moment that is to be kept.
   */
  private int kept(List<Base> newestFirst) {
    var since = clock.instant().minus(options.keepFor());
    var kept = 1;
    while (kept < Math.min(newestFirst.size(), options.keepBases())
        && newestFirst.get(kept - 1).manifest().points().earliestTime().isAfter(since)) {
      kept++;
    }
    return kept;
  }

  /**
   * Whether a kept base goes on with a piece, or the next base may. The next process compares the
   * last piece with the log.
   */
  private boolean isNeeded(Piece piece) {
    var chain = progress.chain();
    if (chain != null && piece.chain() == chain.number() && piece.to() >= chain.to()) {
      return true;
    }
    var bases =
        progress.bases().stream().filter(base -> base.chain() == piece.chain()).toList();
    return bases.isEmpty()
        ? chain == null || piece.chain() >= chain.number()
        : bases.stream().anyMatch(base -> piece.to() > base.manifest().points().from());
  }
}
