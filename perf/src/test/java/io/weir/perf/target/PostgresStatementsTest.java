package io.weir.perf.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import org.junit.jupiter.api.Test;

final class PostgresStatementsTest {

  @Test
  void eachIndexHasTheOrderThatTheQueriesAskFor() {
    var statements = PostgresStatements.of(new Population(400, 4, RowSize.INDEXED3));

    assertThat(statements.createIndexes())
        .containsExactly(
            "CREATE INDEX ON indexed3400x4 (p10 COLLATE \"C\")",
            "CREATE INDEX ON indexed3400x4 (p11 COLLATE \"C\")",
            "CREATE INDEX ON indexed3400x4 (p12 COLLATE \"C\")");
    assertThat(statements.indexEquals()).endsWith("WHERE p10 COLLATE \"C\" = $1");
    assertThat(statements.indexRange()).contains("ORDER BY p11 COLLATE \"C\"");
  }

  @Test
  void tablesWithoutIndexesHaveNone() {
    assertThat(PostgresStatements.of(new Population(400, 4, RowSize.WIDE)).createIndexes())
        .isEmpty();
  }
}
