package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.loop.SteppedLoop;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.page.PageStoreStats;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A shard whose memory or code fails answers all its commands, refuses writes, and still serves
 * reads.
 */
final class ShardFaultTest {

  private static final int TABLE = 7;

  private final SteppedLoop loop = new SteppedLoop();
  private final ScriptedLog log = new ScriptedLog();
  private final FaultyPages pages = new FaultyPages();
  private final VersionedTree tree = new VersionedTree(pages, () -> true);
  private final List<Throwable> heard = new ArrayList<>();
  private final Shard shard =
      new Shard(0, loop, tree, log, Clock.systemUTC(), 0, table -> true, ShardOptions.DEFAULT);

  ShardFaultTest() {
    shard.whenFaulted(heard::add);
  }

  @AfterEach
  void close() {
    pages.close();
  }

  @Test
  void aFaultInATurnFailsTheTurnAndTheQueueAndKeepsTheTurnsInFlight() {
    var kept = send("kept");
    loop.run();
    pages.fault = new InternalError("a fault occurred in an unsafe memory access operation");
    var first = send("first");
    var second = send("second");

    loop.run();

    assertThat(first.failure).isInstanceOf(ServiceFailedException.class);
    assertThat(first.failure).hasMessageContaining("shardFault").hasMessageContaining("notDone");
    assertThat(second.failure).isInstanceOf(ServiceFailedException.class);
    assertThat(kept.outcomes).isZero();
    log.makeFirstDurable();
    loop.run();
    assertThat(kept.done && isVisible("kept")).isTrue();
    assertThat(isVisible("first") || isVisible("second")).isFalse();
  }

  @Test
  void aPageThatItsFileDoesNotTakeFailsItsTurnAndKeepsWhatIsThere() {
    var kept = send("kept");
    loop.run();
    log.makeFirstDurable();
    loop.run();
    pages.fillFault = new UncheckedIOException(new IOException("scripted"));

    var lost = send("lost");
    loop.run();

    assertThat(lost.failure).hasMessageContaining("outcome=notDone");
    assertThat(shard.isFaulted()).isTrue();
    assertThat(kept.done && isVisible("kept")).isTrue();
    assertThat(isVisible("lost")).isFalse();
  }

  @Test
  void aFaultedShardRefusesEveryWriteAtOnceAndNamesTheReason() {
    pages.fault = new IllegalStateException("a bug");
    send("first");
    loop.run();
    pages.fault = null;

    var later = send("later");
    loop.run();

    assertThat(later.failure).hasMessageContaining("shardFault");
    assertThat(shard.isFaulted()).isTrue();
    assertThat(shard.writeOutage().lasting()).isTrue();
    assertThat(shard.writeOutage().reason()).startsWith("shardFault");
    assertThat(heard).hasSize(1);
  }

  @Test
  void aFaultDuringPublicationLeavesNoCommandUnanswered() {
    var first = send("first");
    loop.run();
    var second = send("second");
    loop.run();
    first.fault = new InternalError("scripted");

    log.makeFirstDurable();
    loop.run();
    log.makeFirstDurable();
    loop.run();

    assertThat(first.outcomes).isEqualTo(1);
    assertThat(second.outcomes).isEqualTo(1);
    assertThat(second.failure).hasMessageContaining("outcome=unknown");
    assertThat(shard.isFaulted()).isTrue();
  }

  @Test
  void aReplyThatThrowsDoesNotStopTheOtherReplies() {
    var first = send("first");
    var second = send("second");
    first.fault = new IllegalStateException("nobody listens");
    loop.run();

    log.makeFirstDurable();
    loop.run();

    assertThat(second.done).isTrue();
    assertThat(shard.isFaulted()).isFalse();
  }

  @Test
  void aMemoryFailureElsewhereStopsTheWritesOfTheShard() {
    send("kept");
    loop.run();
    log.makeFirstDurable();
    loop.run();

    shard.memoryFailed(new InternalError("of another shard"));
    loop.run();

    var later = send("later");
    loop.run();
    assertThat(later.failure).hasMessageContaining("shardFault");
    assertThat(isVisible("kept")).isTrue();
  }

  @Test
  void aFaultWhilePagesAreFreedStopsWrites() {
    send("first");
    loop.run();
    pages.freeFault = new IllegalStateException("a bug");
    for (var row = 0; row < 2; row++) {
      send("row" + row);
      loop.run();
      log.makeFirstDurable();
      loop.run();
    }

    assertThat(shard.isFaulted()).isTrue();
    var later = send("later");
    loop.run();
    assertThat(later.outcomes).isEqualTo(1);
  }

  private RecordedReply send(String row) {
    var told = new RecordedReply();
    var key = new EntityKey("p", row);
    var write = new Write.Insert(Entity.builder("p", row).set("A", 1).build());
    var command = new WriteCommand(
        TABLE, List.of(write), List.of(TreeKeys.of(TABLE, key.encoded())), 300, told);
    assertThat(shard.offer(command)).isTrue();
    return told;
  }

  private boolean isVisible(String row) {
    try (var pin = tree.pin()) {
      return pin.tree().find(TreeKeys.of(TABLE, new EntityKey("p", row).encoded())) != null;
    }
  }

  private static final class RecordedReply implements CommandReply {

    private @Nullable TableServiceException failure;
    private @Nullable Throwable fault;
    private boolean done;
    private int outcomes;

    @Override
    public void done(long timestampTicks) {
      done = true;
      count();
    }

    @Override
    public void failed(TableServiceException cause) {
      failure = cause;
      count();
    }

    private void count() {
      outcomes++;
      fail(fault);
    }
  }

  private static void fail(@Nullable Throwable fault) {
    if (fault instanceof Error error) {
      throw error;
    }
    if (fault instanceof RuntimeException exception) {
      throw exception;
    }
  }

  /** A page store that works until the test makes it fail. */
  private static final class FaultyPages implements PageStore {

    private final PoisonPageStore pages = new PoisonPageStore(4096);
    private @Nullable Throwable fault;
    private @Nullable Throwable fillFault;
    private @Nullable Throwable freeFault;

    @Override
    public int pageBytes() {
      return pages.pageBytes();
    }

    @Override
    public boolean hasRoom(long leafPages, long largeBytes) {
      return true;
    }

    @Override
    public long freeLeafPages() {
      return Long.MAX_VALUE;
    }

    @Override
    public PageHandle allocate(int lengthBytes) {
      fail(fault);
      return pages.allocate(lengthBytes);
    }

    @Override
    public void filled(PageHandle page, int lengthBytes) {
      fail(fillFault);
    }

    @Override
    public void free(long id, long address, int lengthBytes) {
      fail(freeFault);
      pages.free(id, address, lengthBytes);
    }

    @Override
    public PageStoreStats stats() {
      return pages.stats();
    }

    @Override
    public void close() {
      pages.close();
    }
  }
}
