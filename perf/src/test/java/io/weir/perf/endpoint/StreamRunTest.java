package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A whole table is streamed in each form, and by PostgreSQL where that is installed. */
final class StreamRunTest {

  @Test
  void everyStreamIsReadToItsEnd() throws IOException {
    var lines = new StreamRun(new DataSet(1_000), 0, 1).run();

    assertThat(lines)
        .hasSizeBetween(5, 6)
        .allSatisfy(line -> assertThat(line.perSecond().median()).isPositive());
  }
}
