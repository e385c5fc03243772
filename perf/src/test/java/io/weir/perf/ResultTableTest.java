package io.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.result.ResultLine;
import io.weir.perf.result.ResultTable;
import io.weir.perf.result.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResultTableTest {

  @Test
  void eachLineIsComparedWithTheReferenceOfItsTask() {
    var table = new ResultTable(List.of(
        new ResultLine("read", "rocksdb", true, Spread.of(100, 300, 200), Spread.of(4, 5, 6)),
        new ResultLine("read", "weir", false, Spread.of(600, 500, 700), Spread.of(2)),
        new ResultLine("write", "weir", false, Spread.of(1), Spread.of(1))));

    assertThat(table.toString().lines().skip(2))
        .containsExactly(
            "| read | rocksdb | 200 | 100 – 300 | 5.00 | 4.00 – 6.00 | 1 | 1 |",
            "| read | weir | 600 | 500 – 700 | 2.00 | 2.00 – 2.00 | 3.00 | 2.50 |",
            "| write | weir | 1 | 1 – 1 | 1.00 | 1.00 – 1.00 | – | – |");
  }
}
