package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.loop.Loop;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A read on a loop of a page that is not in memory is carried out elsewhere, and ends on the loop.
 * After a start every page is cold.
 */
final class ColdReadTest extends StoreInFolder {

  private static final int ENTITIES = 2_000;

  private final StepThreads pages = new StepThreads();
  private TestStore store;

  @BeforeEach
  void leave() throws IOException {
    try (var before = TestStore.open(options())) {
      before.create();
      before.fill("p", ENTITIES, 500);
    }
    store = TestStore.open(options(), pages.environment());
  }

  @AfterEach
  void close() throws IOException {
    pages.run();
    store.close();
  }

  @Test
  void aLoopGoesOnWhileAColdPageIsRead() throws Exception {
    var entity = readOn(loop(0), 700);
    var read = pages.next();

    assertThat(onLoop(loop(0), () -> "free")).isEqualTo("free");
    assertThat(entity).isNotDone();
    assertThat(store.engine().store().coldReads().waiting()).isOne();

    read.run();

    assertThat(entity.get(30, TimeUnit.SECONDS)).isEqualTo(row(700));
    assertThat(store.engine().store().coldReads().waiting()).isZero();
    assertThat(store.engine().store().coldReads().pagesRead()).isOne();
  }

  @Test
  void aWarmPageIsReadAtOnce() throws Exception {
    var before = store.tables().get(TestStore.TABLE, key(700)).block();

    var entity = readOn(loop(0), 700).get(30, TimeUnit.SECONDS);

    assertThat(entity.encoded()).isEqualTo(before.encoded());
    assertThat(pages.waiting()).isZero();
  }

  @Test
  void readersOfOnePageReadItOnce() throws Exception {
    var first = readOn(loop(0), 700);
    var read = pages.next();
    var second = readOn(loop(1), 700);
    assertThat(onLoop(loop(1), pages::waiting)).isZero();
    read.run();

    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(second.get(30, TimeUnit.SECONDS));
    assertThat(store.engine().store().coldReads().pagesRead()).isOne();
  }

  @Test
  void aThreadThatMayBlockReadsItself() {
    var entity = store.tables().get(TestStore.TABLE, key(1)).block();

    assertThat(entity).isNotNull();
    assertThat(entity.rowKey()).isEqualTo("00000001");
    assertThat(pages.waiting()).isZero();
  }

  @Test
  void anAbsentEntityOfAColdPageIsAbsent() throws Exception {
    var absent = onLoopFuture(loop(0), new EntityKey("p", "00000700x"));
    pages.next().run();

    assertThat(absent.get(30, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void aReadThatWaitsWhenTheStoreClosesIsRefused() throws Exception {
    var entity = readOn(loop(0), 700);
    var read = pages.next();
    var closed = CompletableFuture.runAsync(() -> {
      try {
        store.engine().close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    closed.get(30, TimeUnit.SECONDS);
    read.run();

    assertThatThrownBy(() -> entity.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ServiceBusyException.class);
  }

  private Loop loop(int number) {
    return store.engine().store().loops().all().get(number);
  }

  private CompletableFuture<Entity> readOn(Loop loop, int row) {
    return onLoopFuture(loop, key(row));
  }

  /** Reads on a loop. The future ends on a loop, too, or fails. */
  private CompletableFuture<Entity> onLoopFuture(Loop loop, EntityKey key) {
    var result = new CompletableFuture<Entity>();
    loop.execute(() -> store
        .tables()
        .get(TestStore.TABLE, key)
        .doOnTerminate(() -> {
          if (!loop.isCurrent()) {
            result.completeExceptionally(new AssertionError("not on the loop"));
          }
        })
        .subscribe(result::complete, result::completeExceptionally, () -> result.complete(null)));
    return result;
  }

  private static <T> T onLoop(Loop loop, java.util.concurrent.Callable<T> task) throws Exception {
    var result = new CompletableFuture<T>();
    loop.execute(() -> {
      try {
        result.complete(task.call());
      } catch (Exception e) {
        result.completeExceptionally(e);
      }
    });
    return result.get(30, TimeUnit.SECONDS);
  }

  private static EntityKey key(int row) {
    return new EntityKey("p", String.format("%08d", row));
  }

  private Entity row(int row) {
    return store.tables().get(TestStore.TABLE, key(row)).block(TestStore.PATIENCE);
  }
}
