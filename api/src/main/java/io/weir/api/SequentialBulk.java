package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkAssembly;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.BulkUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A bulk write made of single writes and batches, each begun when the one before it is done.
 *
 * <p>Belongs to one subscription. Signals as the service does.
 */
final class SequentialBulk implements BulkUnit.Handler<Flux<BulkResult>> {

  private final TableService tables;
  private final TableName table;
  private final List<BulkUnit> complete = new ArrayList<>();
  private final BulkAssembly assembly = new BulkAssembly(complete::add);
  private long done;
  private long refused;

  private SequentialBulk(TableService tables, TableName table) {
    this.tables = tables;
    this.table = table;
  }

  static Flux<BulkResult> of(
      TableService tables, TableName table, Publisher<? extends BulkLine> lines) {
    return Flux.defer(() -> new SequentialBulk(tables, table).results(lines));
  }

  private Flux<BulkResult> results(Publisher<? extends BulkLine> lines) {
    return Flux.from(lines)
        .map(this::afterLine)
        .concatWith(Mono.fromSupplier(this::afterLast))
        .onErrorResume(failure -> Mono.fromSupplier(() -> afterFailure(failure)))
        .concatMap(results -> results, 1);
  }

  private Flux<BulkResult> afterLine(BulkLine line) {
    assembly.add(line);
    return completeUnits();
  }

  private Flux<BulkResult> afterLast() {
    assembly.end();
    return completeUnits().concatWith(Mono.fromSupplier(() -> new BulkResult.End(done, refused)));
  }

  private Flux<BulkResult> afterFailure(Throwable failure) {
    assembly.breakOff();
    return completeUnits().concatWith(Mono.error(failure));
  }

  private Flux<BulkResult> completeUnits() {
    var units = List.copyOf(complete);
    complete.clear();
    return Flux.fromIterable(units).concatMap(unit -> unit.dispatch(this), 1);
  }

  @Override
  public Flux<BulkResult> single(BulkUnit.Single unit) {
    return tables
        .write(table, unit.write())
        .<BulkResult>map(result -> new BulkResult.Done(unit.firstLine(), result))
        .doOnNext(result -> done++)
        .flux()
        .onErrorResume(TableServiceException.class, cause -> refuse(unit, cause));
  }

  @Override
  public Flux<BulkResult> group(BulkUnit.Group unit) {
    return tables
        .submit(table, unit.batch())
        .doOnNext(results -> done += results.size())
        .flatMapIterable(results -> IntStream.range(0, results.size())
            .<BulkResult>mapToObj(i -> new BulkResult.Done(unit.firstLine() + i, results.get(i)))
            .toList())
        .onErrorResume(TableServiceException.class, cause -> refuse(unit, cause));
  }

  @Override
  public Flux<BulkResult> refused(BulkUnit.Refused unit) {
    return refuse(unit, unit.cause());
  }

  private Flux<BulkResult> refuse(BulkUnit unit, TableServiceException cause) {
    if (cause.code() == ErrorCode.TABLE_NOT_FOUND) {
      return Flux.error(cause.atOperation(TableServiceException.NO_OPERATION));
    }
    refused += unit.lines();
    return Flux.range(0, unit.lines())
        .map(i -> new BulkResult.Refused(unit.firstLine() + i, cause));
  }
}
