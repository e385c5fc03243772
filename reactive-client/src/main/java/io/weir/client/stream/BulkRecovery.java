package io.weir.client.stream;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.ServiceFailedException.Outcome;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkAssembly;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.call.BatchResolution;
import io.weir.client.call.Resolution;
import io.weir.client.call.Sending;
import io.weir.client.call.Verdict;
import io.weir.client.call.WriteResolution;
import io.weir.client.options.UnknownWrites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finds out what happened to lines that were sent and not answered, one unit after another in line
 * order, as {@link UnknownWrites} describes for single writes and batches. A unit that may be
 * repeated is repeated as an operation of its own, after the units before it and before the units
 * after it.
 *
 * <p>Lines of one key take effect in order, so the lines that took effect are the first ones of
 * their key. The order of recovery preserves that. A line with an unknown outcome is refused with
 * {@code outcome=unknown}, and the next lines continue.
 *
 * <p>Belongs to one bulk write, and to one attempt at a time.
 */
final class BulkRecovery implements BulkUnit.Handler<Flux<BulkResult>> {

  private final TableService tables;
  private final TableName table;
  private final UnknownWrites policy;
  private final WriteResolution resolutions;

  /** A time of the service before any of the lines was sent, as a Timestamp. */
  private long sentAfterTicks;

  private long firstUnknown;

  /** The lines whose outcome is unknown; the first one is {@link #firstUnknown}. */
  private List<BulkUpload.SentLine> unknown = List.of();

  BulkRecovery(TableService tables, TableName table, UnknownWrites policy) {
    this.tables = tables;
    this.table = table;
    this.policy = policy;
    this.resolutions = new WriteResolution(policy, key -> tables.get(table, key));
  }

  /** Returns whether an upload may continue after lines were lost. */
  boolean mayRepeat() {
    return policy == UnknownWrites.REPEAT;
  }

  /**
   * Emits the results of lost lines, in line order. Fails if the service does not answer.
   *
   * @param firstLine number of the first line
   * @param sentAfterTicks a time of the service before any of the lines was sent, as a Timestamp
   * @param lastTicks Timestamp of the line that was answered last; 0 if it was removed or refused
   */
  Flux<BulkResult> of(BulkUpload.Lost lost, long firstLine, long sentAfterTicks, long lastTicks) {
    this.sentAfterTicks = sentAfterTicks;
    var rest = lost.lines().subList(0, lost.ofLastGroup());
    unknown = lost.lines().subList(lost.ofLastGroup(), lost.lines().size());
    this.firstUnknown = firstLine + rest.size();
    var units = new ArrayList<BulkUnit>();
    var assembly = new BulkAssembly(units::add);
    unknown.forEach(sent -> assembly.add(sent.line()));
    assembly.end();
    return Flux.range(0, rest.size())
        .concatMap(i -> rest.get(i).line().dispatch(new RestOfGroup(firstLine + i, lastTicks)))
        .concatWith(Flux.fromIterable(units).concatMap(unit -> unit.dispatch(this), 1));
  }

  /**
   * The rest of a group whose first lines were answered. The service carries out a group as a
   * whole, with one Timestamp. Lines of a refused group carry their refusal.
   */
  private final class RestOfGroup implements BulkLine.Handler<Mono<BulkResult>> {

    private final long line;
    private final long groupTicks;

    RestOfGroup(long line, long groupTicks) {
      this.line = line;
      this.groupTicks = groupTicks;
    }

    @Override
    public Mono<BulkResult> change(BulkLine.Change change) {
      var key = change.write().key();
      if (change.write() instanceof Write.Delete) {
        return Mono.just(new BulkResult.Done(line, WriteResult.REMOVED));
      }
      var ticks = groupTicks > 0
          ? Mono.just(groupTicks)
          : tables.get(table, key).map(Entity::timestampTicks).defaultIfEmpty(0L);
      return ticks.map(at -> new BulkResult.Done(line, new WriteResult(at)));
    }

    @Override
    public Mono<BulkResult> refused(BulkLine.Refused refused) {
      return Mono.just(new BulkResult.Refused(line, refused.cause()));
    }
  }

  @Override
  public Flux<BulkResult> single(BulkUnit.Single unit) {
    return outcome(unit, resolutions.of(unit.write()), tables.write(table, unit.write()), List::of);
  }

  @Override
  public Flux<BulkResult> group(BulkUnit.Group unit) {
    var resolution = BatchResolution.of(unit.batch(), policy, resolutions);
    return outcome(unit, resolution, tables.submit(table, unit.batch()), results -> results);
  }

  @Override
  public Flux<BulkResult> refused(BulkUnit.Refused unit) {
    return refusals(unit, unit.cause());
  }

  private <T> Flux<BulkResult> outcome(
      BulkUnit unit,
      Resolution<T> resolution,
      Mono<T> repetition,
      Function<T, List<WriteResult>> results) {
    var sent = sending(unit);
    return resolution
        .resolve(sent, Optional.empty())
        .flatMapMany(verdict -> verdict.dispatch(outcomes(
            unit,
            results,
            left -> left.map(time -> repetition.timeout(time, tooLate()))
                .orElse(repetition)
                .flatMapMany(answer -> successes(unit, results.apply(answer)))
                .onErrorResume(BulkRecovery::isOutcome, cause -> {
                  var refusal = (TableServiceException) cause;
                  return resolution
                      .resolve(sent, Optional.of(refusal))
                      .flatMapMany(again ->
                          again.dispatch(outcomes(unit, results, any -> refusals(unit, refusal))));
                }))));
  }

  /** Returns when the first line of a unit was sent. */
  private Sending sending(BulkUnit unit) {
    return new Sending(sentAfterTicks, unknown.get((int) unit.firstLine()).nanos());
  }

  private static <T> Mono<T> tooLate() {
    return Mono.error(() -> new ServiceFailedException(
        ErrorCode.OPERATION_TIMED_OUT, "repetition=tooLate " + Outcome.UNKNOWN.fact(), null));
  }

  /**
   * Turns verdicts into results.
   *
   * @param repeated returns the results of a repetition that has the given time
   */
  private <T> Verdict.Handler<T, Flux<BulkResult>> outcomes(
      BulkUnit unit,
      Function<T, List<WriteResult>> results,
      Function<Optional<Duration>, Flux<BulkResult>> repeated) {
    return new Verdict.Handler<>() {
      @Override
      public Flux<BulkResult> done(Verdict.Done<T> verdict) {
        return successes(unit, results.apply(verdict.answer()));
      }

      @Override
      public Flux<BulkResult> refused(Verdict.Refused<T> verdict) {
        return refusals(unit, verdict.refusal());
      }

      @Override
      public Flux<BulkResult> repeatable(Verdict.Repeatable<T> verdict) {
        return repeated.apply(verdict.left());
      }

      @Override
      public Flux<BulkResult> unknown(Verdict.Unknown<T> verdict) {
        var facts = "connection=lost " + Outcome.UNKNOWN.fact() + " " + verdict.facts();
        return refusals(unit, new ServiceFailedException(ErrorCode.INTERNAL_ERROR, facts, null));
      }
    };
  }

  /** Returns whether a failure concerns the line, and not the connection to the service. */
  private static boolean isOutcome(Throwable failure) {
    return failure instanceof ServiceFailedException failed
        ? failed.outcome() == Outcome.UNKNOWN
        : failure instanceof TableServiceException refusal && !refusal.retryable();
  }

  private Flux<BulkResult> successes(BulkUnit unit, List<WriteResult> results) {
    return Flux.fromStream(IntStream.range(0, results.size())
        .mapToObj(i -> new BulkResult.Done(line(unit) + i, results.get(i))));
  }

  private Flux<BulkResult> refusals(BulkUnit unit, TableServiceException cause) {
    return Flux.range(0, unit.lines()).map(i -> new BulkResult.Refused(line(unit) + i, cause));
  }

  private long line(BulkUnit unit) {
    return firstUnknown + unit.firstLine();
  }
}
