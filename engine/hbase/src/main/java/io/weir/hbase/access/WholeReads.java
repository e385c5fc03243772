package io.weir.hbase.access;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.hbase.protocol.SliceLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import reactor.core.publisher.Mono;

/** Pages and counts. Each belongs to one subscription. */
public final class WholeReads {

  /**
   * Largest size of a page's entities in memory, in bytes. A page ends after the first entity that
   * exceeds it.
   */
  private static final int PAGE_BYTES = 4 << 20;

  /** Longest work on one slice. A page and a count ask for further slices. */
  private static final int SLICE_MILLIS = 1_000;

  /**
   * After this time a page only looks for the place where the next one begins. The protocol allows
   * five seconds.
   */
  private static final long PAGE_NANOS = Duration.ofSeconds(4).toNanos();

  /** Regions in which entities are counted at a time. */
  private static final int REGIONS_AT_A_TIME = 8;

  private WholeReads() {}

  /**
   * Reads one page, as {@link io.weir.api.TableService#page} specifies. The read has no limit of
   * entities.
   */
  public static Mono<Page<Entity>> page(PlannedRead read, int top, LongSupplier nanoClock) {
    return new PageRead(read, Math.min(top, Page.MAX_ITEMS), nanoClock).page();
  }

  /**
   * Counts the entities of a read, in several regions at a time unless a number of entities is
   * enough.
   */
  public static Mono<QueryReport> count(PlannedRead read) {
    var whole = read.whole();
    if (read.query().top() != Query.NO_TOP || !read.gainsByRegions() || whole.isDone()) {
      return read.checkPresent().then(Mono.defer(() -> counted(whole)));
    }
    var walks = read.byRegion();
    return Mono.defer(walks::next)
        .repeat(() -> !walks.isEmpty())
        .flatMap(WholeReads::counted, REGIONS_AT_A_TIME)
        .reduce(
            read.report(0, 0),
            (all, part) ->
                read.report(all.scanned() + part.scanned(), all.returned() + part.returned()));
  }

  private static Mono<QueryReport> counted(KeyWalk walk) {
    var limits = new SliceLimits(Query.NO_TOP, PAGE_BYTES, SLICE_MILLIS);
    return walk.isDone()
        ? Mono.fromSupplier(walk::report)
        : Mono.defer(() -> walk.next(limits))
            .repeat(() -> !walk.isDone())
            .then(Mono.fromSupplier(walk::report));
  }

  private static final class PageRead {

    private final PlannedRead read;
    private final KeyWalk walk;
    private final int limit;
    private final LongSupplier nanoClock;
    private final long giveUpNanos;
    private final List<Entity> entities = new ArrayList<>();
    private int bytes;

    PageRead(PlannedRead read, int limit, LongSupplier nanoClock) {
      this.read = read;
      this.walk = read.whole();
      this.limit = limit;
      this.nanoClock = nanoClock;
      this.giveUpNanos = nanoClock.getAsLong() + PAGE_NANOS;
    }

    Mono<Page<Entity>> page() {
      return read.checkPresent()
          .then(Mono.defer(() -> limit == 0 || walk.isDone()
              ? Mono.empty()
              : Mono.defer(() -> walk.next(limits()))
                  .doOnNext(this::take)
                  .repeat(() -> !walk.isDone() && !walk.isAtRow())
                  .then()))
          .then(Mono.fromSupplier(this::result));
    }

    /** Without rows, a slice only finds the entity that comes next. */
    private SliceLimits limits() {
      var isOver = bytes >= PAGE_BYTES || nanoClock.getAsLong() - giveUpNanos >= 0;
      return new SliceLimits(
          isOver ? 0 : limit - entities.size(), PAGE_BYTES - bytes, SLICE_MILLIS);
    }

    private void take(List<Entity> slice) {
      entities.addAll(slice);
      slice.forEach(entity -> bytes += entity.encoded().length);
    }

    private Page<Entity> result() {
      var next = limit == 0 || walk.isDone() ? null : walk.position();
      return new Page<>(entities, next, walk.report());
    }
  }
}
