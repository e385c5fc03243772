package io.weir.cli.rows;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.testkit.CoreTables;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A service whose batches wait or fail as a test decides. */
final class ScriptedService extends CoreTables {

  final AtomicInteger submitted = new AtomicInteger();
  Function<Batch, Mono<Void>> beforeSubmit = batch -> Mono.empty();

  ScriptedService(TableService service) {
    super(service);
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Mono.defer(() -> {
      submitted.incrementAndGet();
      return beforeSubmit.apply(batch).then(super.submit(table, batch));
    });
  }
}
