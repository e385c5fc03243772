package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.engine.query.Planner;
import io.weir.engine.scan.KeyScan;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** A page ends after five seconds of work and releases its pins then. The clock advances at each reading. */
final class PageReadTest {

  private static final int ENTITIES = 4_000;
  private static final long FIVE_SECONDS = 5_000_000_000L;

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void fill() throws IOException {
    store = TestStore.open(StoreOptions.in(folder.resolve("store")).withPartitionGroups(1));
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
