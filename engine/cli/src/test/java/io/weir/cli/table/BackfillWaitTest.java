package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.cli.terminal.NotedThreads;
import org.junit.jupiter.api.Test;

final class BackfillWaitTest {

  private static final TableName TABLE = new TableName("Birds");

  @Test
  void theProgressMayBlockAlthoughATimerLooksAgain() {
    var service = new ModelTableService();
    var index = IndexDefinition.of("byName", "Name");
    service.createTable(TABLE).block();
    service.createIndex(TABLE, index).block();
    var threads = new NotedThreads();

    var end = new BackfillWait(service, threads.display()).untilEnd(TABLE, index);

    assertThat(end.state()).isEqualTo(IndexState.READABLE);
    assertThat(threads.mayBlock()).isNotEmpty().containsOnly(true);
  }
}
