package io.weir.engine;

import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.Turns;
import io.weir.engine.scan.Scan;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Reads one page of a query's result.
 *
 * <p>The page ends after five seconds, with what was read, at the place where it can go on. Before
 * the scan has such a place it waits longer for a cold page: an answer without a place would have
 * to begin again. Its client gives up by its own time-out then.
 *
 * <p>Runs on: the thread that subscribes. On a loop it works for one millisecond, or until it comes
 * to a cold page, then continues in a later turn of that loop. One thread at a time.
 */
final class PageRead implements Runnable {

  /**
   * Largest size of a page's entities in memory, in bytes. A page ends after the first entity that
   * exceeds it.
   */
  private static final long MAX_BYTES = 4L << 20;

  /** Longest work for one page: the protocol's five seconds. */
  private static final long MAX_NANOS = 5_000_000_000L;

  private final MonoSink<Page<Entity>> sink;
  private final Scan scan;
  private final int limit;
  private final Loops loops;
  private final LongSupplier nanoClock;
  private final long giveUpNanos;
  private final List<Entity> entities = new ArrayList<>();
  private volatile boolean cancelled;
  private long bytes;

  /** The number of entities whose bytes are counted. */
  private int measured;

  /** Whether the scan has ended; only the next place may be missing. */
  private boolean isRead;

  PageRead(MonoSink<Page<Entity>> sink, Scan scan, int limit, Loops loops, LongSupplier nanoClock) {
    this.sink = sink;
    this.scan = scan;
    this.limit = limit;
    this.loops = loops;
    this.nanoClock = nanoClock;
    this.giveUpNanos = nanoClock.getAsLong() + MAX_NANOS;
  }

  /** Returns one page of what a scan finds. The scan is made at each subscription. */
  static Mono<Page<Entity>> of(
      Supplier<Scan> scans, Query query, Loops loops, LongSupplier nanoClock) {
    return Mono.create(sink -> {
      var limit = Math.min(query.top(), Page.MAX_ITEMS);
      var read = new PageRead(sink, scans.get(), limit, loops, nanoClock);
      sink.onCancel(read::cancel);
      read.run();
    });
  }

  void cancel() {
    cancelled = true;
  }

  /**
   * Reads until the page is full or the turn is over. The pin stays until the page ends, so the
   * page shows one version.
   */
  @Override
  public void run() {
    var continues = false;
    try {
      continues = read();
    } catch (ColdPage e) {
      continues = waits(e);
    } catch (TableServiceException e) {
      sink.error(e);
    } finally {
      if (!continues) {
        scan.release();
      }
    }
  }

  /** Has a cold page read, then continues. Returns false when the page has ended instead. */
  private boolean waits(ColdPage cold) {
    var place = isLate(nanoClock.getAsLong()) ? scan.position() : null;
    if (place != null) {
      end(place);
      return false;
    }
    var loop = Objects.requireNonNull(loops.current());
    try {
      scan.await(
          cold, limit - entities.size(), loop, () -> loop.longWork().answers().take(this));
      return true;
    } catch (TableServiceException e) {
      sink.error(e);
      return false;
    }
  }

  /** Returns true when the read continues in a later turn of the loop. */
  private boolean read() {
    var loop = loops.current();
    var deadline = nanoClock.getAsLong() + Turns.MOST_NANOS;
    while (!cancelled) {
      if (!isEnough()) {
        isRead = scan.advance(limit - entities.size(), entities);
      }
      for (; measured < entities.size(); measured++) {
        bytes += entities.get(measured).encoded().length;
      }
      var now = nanoClock.getAsLong();
      if (isEnough() || isLate(now)) {
        finish(limit == 0 || isRead && entities.size() < limit);
        return false;
      }
      if (loop != null && now - deadline >= 0) {
        loop.longWork().answers().await(this);
        return true;
      }
    }
    scan.ended();
    return false;
  }

  private boolean isEnough() {
    return isRead || entities.size() == limit || bytes >= MAX_BYTES;
  }

  private boolean isLate(long now) {
    return now - giveUpNanos >= 0;
  }

  private void finish(boolean last) {
    end(last || limit == 0 ? null : scan.next());
  }

  private void end(@Nullable Continuation next) {
    scan.ended();
    sink.success(new Page<>(entities, next, scan.report()));
  }
}
