package io.weir.perf.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.store.Durability;
import io.weir.perf.peer.LoadedEngine;
import io.weir.perf.process.StoreHome;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk space of a store. */
final class FootprintTest {

  private static final int ENTITIES = 60_000;

  @TempDir
  Path stores;

  /**
   * The libraries of peers contain a POSIX binding, with which whole page files could be reserved.
   */
  @Test
  void pageFilesOccupyTheirContentsAndNotTheirLength() throws IOException {
    var data = new DataSet(ENTITIES, RowSize.NARROW);
    var home = StoreHome.in(stores, "weir");
    var loops = EmbeddedLoops.start(2);
    try (var engine = LoadedEngine.open(home, data, Durability.INTERVAL, loops.loops())) {
      assertThat(engine.acceptsWrites()).isTrue();
    } finally {
      loops.close();
    }

    var entities = (long) ENTITIES * data.entity(0).encoded().length;
    var occupied = Footprint.diskBytes(home.path());
    assertThat(occupied.get(Footprint.PAGES)).isBetween(entities / 2, 2 * entities);
    assertThat(occupied)
        .as("the disk holds each entity once")
        .containsOnlyKeys("pages", "log", "other");
  }
}
