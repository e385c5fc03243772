package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.TestStore;
import io.weir.engine.loop.ImmediateLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a node that follows reads its catalog. The test runs the timers and the work threads. */
final class NodeReplicaTest {

  @TempDir
  Path folder;

  private TestStore store;
  private final ImmediateLoop loop = new ImmediateLoop();
  private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private NodeReplica replica;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withPartitionGroups(2));
    var opened = store.engine().store();
    replica = new NodeReplica(
        opened.identity().id(),
        opened.catalog(),
        opened.shards(),
        opened.jointPublications(),
        opened::pinHere,
        work::add,
        loop);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void changesAreReadTogetherAfterAWhile() throws InterruptedException {
    replica.catalogChanged();
    replica.catalogChanged();

    assertThat(loop.timers()).isEqualTo(1);
    loop.runTimers();
    nextWork().run();
    replica.catalogChanged();
    assertThat(loop.timers()).isEqualTo(1);
  }

  @Test
  void aNodeThatDoesNotGetToLeadReadsTheCatalogLater() throws InterruptedException {
    replica.catalogChanged();
    replica.takeOver(5, () -> assertThat(false).as("the node leads").isTrue());
    var prepares = nextWork();
    loop.runTimers();
    nextWork().run();

    replica.follows(null);
    prepares.run();

    assertThat(loop.timers()).isEqualTo(1);
  }

  private Runnable nextWork() throws InterruptedException {
    var next = work.poll(30, TimeUnit.SECONDS);
    assertThat(next).as("work").isNotNull();
    return next;
  }
}
