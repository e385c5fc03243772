package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkAssembly;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.BulkUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A bulk write made of single writes and batches, for a service that offers only those.
 *
 * <p>Up to {@code width} units are in flight at a time. A unit begins when all earlier units that
 * share a key with it have ended. Lines are requested one at a time, and only as many as
 * {@code width} units need.
 *
 * <p>Belongs to one subscription. Signals run on the threads on which the service signals.
 */
public final class BulkByUnits implements BulkUnit.Handler<Flux<BulkResult>> {

  private final Tables tables;
  private final TableName table;
  private final int width;
  private final List<BulkUnit> complete = new ArrayList<>();
  private final BulkAssembly assembly = new BulkAssembly(complete::add);
  private final KeyOrder order = new KeyOrder();

  /**
   * The earliest unit that failed because the table is absent. Set when that unit fails; read when
   * results are emitted.
   */
  private final AtomicReference<BulkResult.Refused> missingTable = new AtomicReference<>();

  /** Completes when no further lines may be requested. */
  private final Sinks.Empty<Void> stopped = Sinks.empty();

  private Optional<Throwable> failure = Optional.empty();
  private long done;
  private long refused;

  private BulkByUnits(Tables tables, TableName table, int width) {
    this.tables = tables;
    this.table = table;
    this.width = width;
  }

  /**
   * Carries out lines as {@link TableService#bulk} specifies.
   *
   * @param width most units in flight at a time, at least 1
   */
  public static Flux<BulkResult> of(
      Tables tables, TableName table, Publisher<? extends BulkLine> lines, int width) {
    return Flux.defer(() -> new BulkByUnits(tables, table, width).results(lines));
  }

  private Flux<BulkResult> results(Publisher<? extends BulkLine> lines) {
    return Flux.from(lines)
        .takeUntilOther(stopped.asMono())
        .concatMapIterable(this::unitsWith, 1)
        .concatWith(Flux.defer(this::lastUnits))
        .onErrorResume(this::unitsBefore)
        .flatMapSequential(unit -> order.afterItsKeys(unit, outcome(unit)), width)
        .filter(this::isBeforeMissingTable)
        .doOnNext(this::count)
        .concatWith(Mono.defer(this::end));
  }

  private List<BulkUnit> unitsWith(BulkLine line) {
    assembly.add(line);
    return completeUnits();
  }

  private Flux<BulkUnit> lastUnits() {
    assembly.end();
    return Flux.fromIterable(completeUnits());
  }

  private Flux<BulkUnit> unitsBefore(Throwable cause) {
    failure = Optional.of(cause);
    assembly.breakOff();
    return Flux.fromIterable(completeUnits());
  }

  private List<BulkUnit> completeUnits() {
    var units = List.copyOf(complete);
    complete.clear();
    return units;
  }

  private Flux<BulkResult> outcome(BulkUnit unit) {
    return Flux.defer(() -> unit.dispatch(this));
  }

  @Override
  public Flux<BulkResult> single(BulkUnit.Single unit) {
    return tables
        .write(table, unit.write())
        .<BulkResult>map(result -> new BulkResult.Done(unit.firstLine(), result))
        .flux()
        .onErrorResume(TableServiceException.class, cause -> refuse(unit, cause));
  }

  @Override
  public Flux<BulkResult> group(BulkUnit.Group unit) {
    return tables
        .submit(table, unit.batch())
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
      var missed = new BulkResult.Refused(
          unit.firstLine(), cause.atOperation(TableServiceException.NO_OPERATION));
      missingTable.accumulateAndGet(
          missed, (before, now) -> before == null || now.line() < before.line() ? now : before);
      var unused = stopped.tryEmitEmpty(); // only the first signal counts
      return Flux.empty();
    }
    return Flux.range(0, unit.lines())
        .map(i -> new BulkResult.Refused(unit.firstLine() + i, cause));
  }

  /**
   * Whether the result precedes the missing table. A unit that was begun after that point goes on,
   * but its results are not emitted.
   */
  private boolean isBeforeMissingTable(BulkResult result) {
    var missed = missingTable.get();
    return missed == null || lineOf(result) < missed.line();
  }

  private static long lineOf(BulkResult result) {
    return result instanceof BulkResult.Done carriedOut
        ? carriedOut.line()
        : ((BulkResult.Refused) result).line();
  }

  private void count(BulkResult result) {
    if (result instanceof BulkResult.Done) {
      done++;
    } else {
      refused++;
    }
  }

  private Mono<BulkResult> end() {
    var missed = missingTable.get();
    if (missed != null) {
      return Mono.error(missed.cause());
    }
    return failure
        .<Mono<BulkResult>>map(Mono::error)
        .orElseGet(() -> Mono.just(new BulkResult.End(done, refused)));
  }
}
