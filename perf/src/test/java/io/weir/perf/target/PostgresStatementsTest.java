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
  void aNumberFollowsTheTexts() {
    var statements = PostgresStatements.of(new Population(400, 4, RowSize.NUMBERED));

    assertThat(statements.create()).contains("p2 text, n bigint, PRIMARY KEY");
    assertThat(statements.insert()).endsWith("$5, $6)");
    assertThat(statements.upsertMany())
        .contains("$5::text[], $6::bigint[])")
        .endsWith(", n = excluded.n");
    assertThat(PostgresStatements.of(new Population(400, 4, RowSize.NARROW)).create())
        .contains("p2 text, PRIMARY KEY");
  }

  @Test
  void tablesWithoutIndexesHaveNone() {
    assertThat(PostgresStatements.of(new Population(400, 4, RowSize.WIDE)).createIndexes())
        .isEmpty();
  }
}
