package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccessPath;
import io.weir.api.AccountName;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.query.Planner;
import io.weir.engine.scan.KeyScan;
import io.weir.engine.scan.Scan;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.ColdPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * A page ends after five seconds of work and releases its pins then. The clock advances at each
 * reading.
 */
final class PageReadTest {

  private static final int ENTITIES = 4_000;
  private static final long FIVE_SECONDS = 5_000_000_000L;

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void fill() throws IOException {
    store = TestStore.open(
        StoreOptions.in(folder.resolve("store")).withSegmentBytes(16 << 20).withPartitionGroups(1));
    store.create();
    store.fill("p", ENTITIES, 10);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aPageThatTakesLessThanFiveSecondsIsComplete() {
    var page = read(nothing(), FIVE_SECONDS / 5 - 1);

    assertThat(page.items()).isEmpty();
    assertThat(page.next()).isNull();
    assertThat(page.report().scanned()).isEqualTo(ENTITIES);
  }

  @Test
  void aPageThatTakesFiveSecondsIsEmptyAndHasAContinuation() {
    var page = read(nothing(), FIVE_SECONDS / 2);

    assertThat(page.items()).isEmpty();
    assertThat(page.report().scanned()).isPositive().isLessThan(ENTITIES);
    var rest = read(nothing().from(Objects.requireNonNull(page.next())), 0);
    assertThat(rest.report().scanned()).isEqualTo(ENTITIES - page.report().scanned());
    assertThat(store.engine().store().shards()).noneMatch(shard -> shard.tree().isPinned());
  }

  @Test
  void aPageThatIsCancelledEndsItsScanOnce() {
    var scan = new EndlessScan();
    var read = new AtomicReference<PageRead>();
    var page = Mono.<Page<Entity>>create(sink -> {
      read.set(new PageRead(sink, scan, 10, store.engine().store().loops(), () -> 0));
      scan.inSlice = () -> Objects.requireNonNull(read.get()).cancel();
      Objects.requireNonNull(read.get()).run();
    });

    var unused = page.subscribe();
    assertThat(scan.slices).isEqualTo(1);
    assertThat(scan.ends).isEqualTo(1);
    assertThat(scan.releases).isEqualTo(1);
  }

  @Test
  void aPageWhosePagesAreColdForFiveSecondsEndsWhereItIs() {
    var scan = new ColdScan(Continuation.after(new EntityKey("p", "r"), Direction.ASCENDING));

    var page = onLoop(scan);

    assertThat(page.items()).isEmpty();
    assertThat(page.next()).isEqualTo(scan.position());
    assertThat(scan.waits).isPositive();
    assertThat(scan.ends).isEqualTo(1);
    assertThat(scan.releases).isEqualTo(1);
  }

  @Test
  void aPageWithoutAPlaceToGoOnAtWaitsForItsFirstPage() {
    assertThatThrownBy(() -> onLoop(new ColdScan(null)))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("scripted");
  }

  private Page<Entity> onLoop(Scan scan) {
    var loops = store.engine().store().loops();
    var now = new AtomicLong();
    return Objects.requireNonNull(Mono.<Page<Entity>>create(sink -> loops
            .all()
            .get(0)
            .execute(() ->
                new PageRead(sink, scan, 10, loops, () -> now.addAndGet(FIVE_SECONDS / 4)).run()))
        .block(TestStore.PATIENCE));
  }

  /** A scan whose next page stays cold; the twentieth wait is refused. */
  private static final class ColdScan implements Scan {

    private final @Nullable Continuation place;
    private int waits;
    private int ends;
    private int releases;

    ColdScan(@Nullable Continuation place) {
      this.place = place;
    }

    @Override
    public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
      if (++waits == 20) {
        throw new ServiceBusyException("scripted");
      }
      loop.execute(task);
    }

    @Override
    public boolean advance(int maxRows, List<Entity> target) {
      throw new ColdPage(0, new byte[0]);
    }

    @Override
    public void release() {
      releases++;
    }

    @Override
    public @Nullable Continuation position() {
      return place;
    }

    @Override
    public @Nullable Continuation next() {
      throw new AssertionError("the page has ended before its end");
    }

    @Override
    public long scanned() {
      return 0;
    }

    @Override
    public QueryReport report() {
      return new QueryReport(AccessPath.TABLE_SCAN, 1, 0, 0);
    }

    @Override
    public void ended() {
      ends++;
    }
  }

  /** A scan that finds nothing and goes on. */
  private static final class EndlessScan implements Scan {

    private Runnable inSlice = () -> {};
    private int slices;
    private int ends;
    private int releases;

    @Override
    public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
      throw new AssertionError("no page is cold");
    }

    @Override
    public boolean advance(int maxRows, List<Entity> target) {
      slices++;
      inSlice.run();
      return false;
    }

    @Override
    public void release() {
      releases++;
    }

    @Override
    public @Nullable Continuation position() {
      return null;
    }

    @Override
    public @Nullable Continuation next() {
      return null;
    }

    @Override
    public long scanned() {
      return slices;
    }

    @Override
    public QueryReport report() {
      return new QueryReport(AccessPath.TABLE_SCAN, 1, slices, 0);
    }

    @Override
    public void ended() {
      ends++;
    }
  }

  private static Query nothing() {
    return Query.ALL.where("NoSuchProperty eq 1");
  }

  private Page<Entity> read(Query query, long nanosALook) {
    var engine = store.engine().store();
    var table = engine.catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE);
    var now = new AtomicLong(-nanosALook);
    return Objects.requireNonNull(Mono.<Page<Entity>>create(sink -> new PageRead(
                sink,
                new KeyScan(
                    engine,
                    Objects.requireNonNull(table).id(),
                    Planner.plan(query.filter()),
                    query),
                Page.MAX_ITEMS,
                engine.loops(),
                () -> now.addAndGet(nanosALook))
            .run())
        .block());
  }
}
