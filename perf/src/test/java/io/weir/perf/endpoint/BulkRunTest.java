package io.weir.perf.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import io.weir.testkit.Effort;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Entities are written in each way, and by PostgreSQL if it is installed. */
@Tag(Effort.THOROUGHLY)
final class BulkRunTest {

  @Test
  void everyWayOfWritingStoresEntities() throws IOException {
    var lines = new BulkRun(new Population(1_000, 2, RowSize.WIDE), 1_000, 64, 0, 1).run();

    assertThat(lines.size()).isIn(3, 7);
    assertThat(lines).allSatisfy(line -> assertThat(line.perSecond().median()).isPositive());
  }
}
