package io.weir.engine.store.residence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.CoolingHand;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads of cold pages are bounded, and each calls its reader back once, whatever becomes of it. */
final class ColdReadsTest {

  private final ColdPage page = new ColdPage(0, new byte[0]);

  private final PoisonPageStore store = new PoisonPageStore(512);
  private final VersionedTree tree = new VersionedTree(store, () -> true);

  private final List<Runnable> waiting = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();
  private boolean closed;
  private boolean refused = true;
  private int pagesRead;

  private final PagedShards shards = new PagedShards() {
    @Override
    public int count() {
      return 1;
    }

    @Override
    public Pin pin(int shard) {
      if (refused) {
        throw new ServiceBusyException("reason=rebuilding");
      }
      return tree.pin();
    }

    @Override
    public Tree published(int shard) {
      return tree.published();
    }

    @Override
    public void read(int shard, long id, long place) {
      pagesRead++;
    }

    @Override
    public long pages(int shard) {
      return 0;
    }

    @Override
    public long bytes(int shard) {
      return 0;
    }
  };

  private final ColdReads reads =
      new ColdReads(shards, new PageMemory(shards, 1, MajorFaults.of(Path.of("absent"))), task -> {
        if (closed) {
          throw new RejectedExecutionException("closed");
        }
        waiting.add(task);
      });

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aPageThatSeveralReadersWantIsReadOnceForAll() {
    freeze();
    reads.read(page, Runnable::run, calls::incrementAndGet);
    reads.read(new ColdPage(0, key(1)), Runnable::run, calls::incrementAndGet);
    reads.readAll(List.of(page, new ColdPage(0, key(99))), Runnable::run, calls::incrementAndGet);
    assertThat(waiting).as("two pages").hasSize(2);
    assertThat(reads.waiting()).isEqualTo(4);

    waiting.remove(0).run();
    assertThat(calls).hasValue(2);
    assertThat(reads.waiting()).isOne();
    waiting.remove(0).run();

    assertThat(calls).hasValue(3);
    assertThat(pagesRead).isEqualTo(2);
    assertThat(reads.pagesRead()).isEqualTo(2);
    assertThat(reads.waiting()).isZero();
  }

  @Test
  void readersOfARefusedShardAreCalledBackTogether() {
    freeze();
    refused = true;
    reads.read(page, Runnable::run, calls::incrementAndGet);
    reads.read(page, Runnable::run, calls::incrementAndGet);
    waiting.remove(0).run();

    assertThat(calls).hasValue(2);
    assertThat(waiting).isEmpty();

    reads.read(page, Runnable::run, calls::incrementAndGet);
    assertThat(waiting).as("a later reader has the page read again").hasSize(1);
  }

  @Test
  void aReadThatCouldNotStartIsNotJoined() {
    freeze();
    closed = true;
    assertThatThrownBy(() -> reads.read(page, Runnable::run, calls::incrementAndGet))
        .hasMessageContaining("reason=closing");
    closed = false;

    reads.read(page, Runnable::run, calls::incrementAndGet);
    waiting.remove(0).run();

    assertThat(calls).hasValue(1);
    assertThat(reads.waiting()).isZero();
  }

  /** Fills the tree with several cold leaves. */
  private void freeze() {
    refused = false;
    var group = new WriteGroup();
    for (var number = 0; number < 100; number++) {
      group.put(key(number), new byte[40]);
    }
    tree.publish(tree.commit(group));
    var hand = new CoolingHand();
    hand.step(tree.published());
    hand.step(tree.published());
    assertThat(ColdLeaves.count(tree.published())).isGreaterThan(2);
  }

  private static byte[] key(int number) {
    return String.format("k%02d", number).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aReaderIsCalledBackWhenItsShardRefusesToo() {
    reads.read(page, Runnable::run, calls::incrementAndGet);
    assertThat(reads.waiting()).isOne();

    waiting.remove(0).run();

    assertThat(calls).hasValue(1);
    assertThat(reads.waiting()).isZero();
    assertThat(reads.pagesRead()).isZero();
  }

  @Test
  void asManyReadsWaitAsTheBoundSays() {
    for (var i = 0; i < ColdReads.MOST_WAITING; i++) {
      reads.read(page, Runnable::run, calls::incrementAndGet);
    }

    assertThatThrownBy(() -> reads.read(page, Runnable::run, calls::incrementAndGet))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("reason=coldReads");

    waiting.remove(0).run();
    reads.read(page, Runnable::run, calls::incrementAndGet);
    waiting.forEach(Runnable::run);
    assertThat(calls).hasValue(ColdReads.MOST_WAITING + 1);
    assertThat(reads.waiting()).isZero();
  }

  @Test
  void aReaderOfSeveralPagesIsCalledBackOnceAfterTheLast() {
    reads.readAll(List.of(page, page, page), Runnable::run, calls::incrementAndGet);
    waiting.remove(0).run();
    waiting.remove(0).run();
    assertThat(calls).hasValue(0);

    waiting.remove(0).run();

    assertThat(calls).hasValue(1);
  }

  @Test
  void pagesBeyondTheBoundAreLeftOut() {
    for (var i = 0; i < ColdReads.MOST_WAITING - 2; i++) {
      reads.read(page, Runnable::run, () -> {});
    }
    reads.readAll(List.of(page, page, page), Runnable::run, calls::incrementAndGet);

    assertThat(waiting).hasSize(ColdReads.MOST_WAITING);
    waiting.forEach(Runnable::run);
    assertThat(calls).hasValue(1);
  }

  @Test
  void severalPagesWithoutAnyRoomAreRefusedAsOne() {
    for (var i = 0; i < ColdReads.MOST_WAITING; i++) {
      reads.read(page, Runnable::run, () -> {});
    }

    assertThatThrownBy(
            () -> reads.readAll(List.of(page, page), Runnable::run, calls::incrementAndGet))
        .isInstanceOf(ServiceBusyException.class);

    waiting.forEach(Runnable::run);
    assertThat(calls).hasValue(0);
  }

  @Test
  void aReadOfAClosedStoreIsRefused() {
    closed = true;

    assertThatThrownBy(() -> reads.read(page, Runnable::run, calls::incrementAndGet))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("reason=closing");
    assertThat(reads.waiting()).isZero();
  }
}
