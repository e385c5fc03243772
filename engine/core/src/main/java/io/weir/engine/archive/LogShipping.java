package io.weir.engine.archive;

import io.weir.engine.archive.ArchiveProgress.Chain;
import io.weir.engine.archive.ArchiveTarget.Base;
import io.weir.engine.archive.ArchiveTarget.Reached;
import io.weir.engine.disk.Folder;
import io.weir.engine.log.LogExcerpt;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Brings the durable log of a store to its archive, piece by piece.
 *
 * <p>A new piece takes the place of those before it in the same segment that are together no longer
 * than itself, and of all of them once the segment is full. A segment has therefore few pieces, and
 * each byte is written to the archive once for each doubling of its piece.
 *
 * <p>Owner: the thread {@code weir-archive}, or a test that calls {@link #round}.
 */
final class LogShipping {

  private final Store store;
  private final Opening opening;
  private final ArchiveOptions options;
  private final Clock clock;
  private final ArchiveProgress progress;

  /** Finds the archive, which may be out of reach. */
  @FunctionalInterface
  interface Opening {
    ArchiveTarget open() throws IOException;
  }

  LogShipping(
      Store store, Opening opening, ArchiveOptions options, Clock clock, ArchiveProgress progress) {
    this.store = store;
    this.opening = opening;
    this.options = options;
    this.clock = clock;
    this.progress = progress;
  }

  /** Ships what is durable now. Repeats the whole round after a failure. */
  void round() throws IOException {
    var nanos = progress.nanos();
    var time = clock.instant();
    var durable = store.files().awaitDurable();
    var target = claimed();
    target.requireClaimed();
    var chain = shipped(target, whole(target, durable), durable);
    target.record(new Reached(chain.number(), chain.to(), time));
    progress.shipped(time, nanos);
  }

  private Chain shipped(ArchiveTarget target, Chain chain, long durable) throws IOException {
    try {
      return ship(target, chain, durable);
    } catch (PositionTruncated e) {
      var reached = Objects.requireNonNull(progress.chain());
      var next = anew(reached.number(), reached.to(), durable, "the store no longer keeps the log");
      return ship(target, next, durable);
    }
  }

  private ArchiveTarget claimed() throws IOException {
    var known = progress.target();
    if (known != null) {
      return known;
    }
    keep(slices().oldest());
    var target = opening.open();
    target.claim(store.identity());
    progress.claimed(target);
    return target;
  }

  private void keep(long position) {
    store.files().keepLogForArchive(position, options.mostLogBytes());
  }

  /** Returns the chain if the archive has all of it, or a new one. */
  private Chain whole(ArchiveTarget target, long durable) throws IOException {
    var known = progress.chain();
    var pieces = target.pieces();
    if (known == null) {
      progress.bases(target.bases());
      return resumed(target, pieces, durable);
    }
    if (known.to() == known.from() || isWhole(known, pieces)) {
      return known;
    }
    return anew(known.number(), known.from(), durable, "files of the archive are missing");
  }

  /** Whether a restore of the newest base would come to the chain's end. */
  private boolean isWhole(Chain chain, List<Piece> pieces) {
    var needed = progress.bases().stream()
        .filter(chain::goesOnFrom)
        .findFirst()
        .map(Base::end)
        .orElse(chain.from());
    if (needed >= chain.to()) {
      return true;
    }
    var run = Piece.around(pieces, chain.number(), needed);
    return !run.isEmpty() && run.get(run.size() - 1).to() == chain.to();
  }

  /** Goes on with the last chain if the store's log is the one that the archive has. */
  private Chain resumed(ArchiveTarget target, List<Piece> pieces, long durable) throws IOException {
    var last = pieces.stream()
        .max(Comparator.comparingLong(Piece::chain).thenComparingLong(Piece::to))
        .orElse(new Piece(0, 0, 0));
    var lastBase = progress.bases().stream().max(Comparator.comparingLong(Base::chain));
    if (lastBase.isPresent() && lastBase.get().chain() > last.chain()) {
      return anew(
          lastBase.get().chain(), lastBase.get().end(), durable, "the archive has no piece");
    }
    if (last.chain() == 0) {
      return begun(1, durable);
    }
    if (last.to() <= durable && target.holds(last, excerpt(last))) {
      var run = Piece.around(pieces, last.chain(), last.to());
      return moved(new Chain(last.chain(), run.get(0).from(), last.to()));
    }
    return anew(
        last.chain(), last.to(), durable, "the store's log does not continue the archived one");
  }

  private Chain anew(long last, long from, long durable, String reason) throws IOException {
    if (from != durable) {
      progress.gap(reason, from, durable);
    }
    return begun(last + 1, durable);
  }

  /** Begins a chain with the segment that is being written. */
  private Chain begun(long number, long durable) throws IOException {
    var begin = slices().begins().stream()
        .filter(each -> each <= durable)
        .reduce((earlier, later) -> later)
        .orElse(durable);
    return moved(new Chain(number, begin, begin));
  }

  private Chain moved(Chain chain) {
    progress.chain(chain);
    keep(chain.to());
    return chain;
  }

  private Chain ship(ArchiveTarget target, Chain begun, long durable) throws IOException {
    var chain = begun;
    while (chain.to() < durable) {
      var pieces = target.pieces();
      var piece = next(chain, pieces, durable);
      target.add(piece, excerpt(piece));
      chain = moved(chain.upTo(piece.to()));
      for (var old : pieces) {
        if (piece.covers(old) && !piece.equals(old)) {
          target.delete(old);
        }
      }
    }
    return chain;
  }

  /** Returns what is written next: the log from the chain's end, and pieces before it. */
  private Piece next(Chain chain, List<Piece> pieces, long durable) throws IOException {
    var begins = slices().begins();
    var segment = begins.stream().filter(begin -> begin <= chain.to()).reduce((a, b) -> b);
    if (segment.isEmpty()) {
      throw new PositionTruncated(chain.to(), begins.isEmpty() ? 0 : begins.get(0));
    }
    var end =
        begins.stream().filter(begin -> begin > chain.to()).findFirst().orElse(Long.MAX_VALUE);
    var to = Math.min(durable, end);
    var least = Math.max(segment.get(), chain.from());
    var from = chain.to();
    for (var before = before(chain, pieces, from);
        before >= least && before < from && (to == end || from - before <= to - from);
        before = before(chain, pieces, from)) {
      from = before;
    }
    return new Piece(chain.number(), from, to);
  }

  /** Returns the begin of the longest piece that ends at a position; the position if none does. */
  private static long before(Chain chain, List<Piece> pieces, long position) {
    return pieces.stream()
        .filter(each -> each.chain() == chain.number() && each.to() == position)
        .mapToLong(Piece::from)
        .min()
        .orElse(position);
  }

  private LogExcerpt excerpt(Piece piece) throws IOException {
    return new LogExcerpt(files(), store.identity().id(), piece.from(), piece.to());
  }

  private LogSlices slices() throws IOException {
    return new LogSlices(files(), store.identity().id());
  }

  private Folder files() throws IOException {
    return store.files().log();
  }
}
