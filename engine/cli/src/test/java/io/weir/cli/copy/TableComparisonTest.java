package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.terminal.NotedThreads;
import io.weir.pattern.migration.SideBySide;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

final class TableComparisonTest {

  private static final TableName TABLE = new TableName("Birds");

  @Test
  void theProgressMayBlockAlthoughTheServicesAnswerOnALoop() {
    var service = new ModelTableService();
    service.createTable(TABLE).block();
    Flux.range(0, 1234)
        .map(row -> Entity.builder("p", "r" + row).build())
        .concatMap(entity -> service.write(TABLE, new Write.Insert(entity)))
        .blockLast();
    var threads = new NotedThreads();

    new TableComparison(new SideBySide(service, service, TABLE))
        .of(List.of(CopyRange.ALL), 2, threads.display().begin("Comparing", -1, "entities"))
        .subscribeOn(Schedulers.parallel())
        .block();

    assertThat(threads.mayBlock()).isNotEmpty().containsOnly(true);
  }
}
