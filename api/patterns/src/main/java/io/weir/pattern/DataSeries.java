package io.weir.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleBinaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Series of numbers at regular times, with one entity for each period, over any table service.
 *
 * <p>A series has a partition key and a name, given as an {@link EntityKey}. A point belongs to the
 * slot that contains its moment; a slot has one value. Any thread.
 */
public final class DataSeries {

  private final TableService service;
  private final TableName table;
  private final SeriesGrid grid;

  /** Whether the service has refused a change in place, because it lacks them. */
  private final AtomicBoolean lacksChanges = new AtomicBoolean();

  private DataSeries(TableService service, TableName table, SeriesGrid grid) {
    this.service = service;
    this.table = table;
    this.grid = grid;
  }

  /**
   * Returns the series of a table, which exists. Fails with {@link IllegalArgumentException} unless
   * the period is 1 to {@value SeriesGrid#MOST_SLOTS} slots of whole milliseconds. All programs
   * must use the same slot and period.
   */
  public static DataSeries of(
      TableService service, TableName table, Duration slot, Duration period) {
    return new DataSeries(service, table, new SeriesGrid(slot, period));
  }

  /**
   * Sets the value of a slot and leaves the others alone. One merge: no read, and no conflict with
   * writers of other slots.
   */
  public Mono<Void> set(EntityKey series, SeriesPoint point) {
    return merge(series, List.of(point));
  }

  /**
   * Sets the values of many slots. Consecutive points of one period are one merge; a period is
   * written when the next one begins. Requests points as they are stored, at most those of one
   * period ahead.
   */
  public Mono<Void> setAll(EntityKey series, Publisher<SeriesPoint> points) {
    return Flux.from(points)
        .bufferUntilChanged(point -> grid.startOfPeriod(point.at()))
        .concatMap(period -> merge(series, period), 1)
        .then();
  }

  private Mono<Void> merge(EntityKey series, List<SeriesPoint> points) {
    return Mono.fromCallable(() -> new SeriesRow(series, grid).entity(points))
        .flatMap(row -> service.write(table, new Write.Upsert(row, WriteMode.MERGE)))
        .then();
  }

  /**
   * Adds to the value of a slot, which begins at 0. Returns the new value.
   *
   * <p>A service with changes in place adds by itself: one write without a conflict, however many
   * programs add. It fails with {@code OutOfRangeInput} when the sum is not finite. Any other
   * service is asked once; then, and for a number that is not finite, {@link #accumulate} adds.
   */
  public Mono<Double> add(EntityKey series, SeriesPoint point) {
    return change(series, point, Operator.ADD, 0, Double::sum);
  }

  /**
   * Keeps the smaller one of a value and that of its slot, as {@link #add} adds. Returns the kept
   * one. Fails with {@code OutOfRangeInput} for NaN, and for a slot that holds NaN.
   */
  public Mono<Double> min(EntityKey series, SeriesPoint point) {
    return extreme(series, point, Operator.MIN, Double.POSITIVE_INFINITY, Math::min);
  }

  /** Keeps the greater one of a value and that of its slot, as {@link #min} the smaller one. */
  public Mono<Double> max(EntityKey series, SeriesPoint point) {
    return extreme(series, point, Operator.MAX, Double.NEGATIVE_INFINITY, Math::max);
  }

  /** NaN would stay in its slot: no number is smaller or greater. */
  private Mono<Double> extreme(
      EntityKey series,
      SeriesPoint point,
      Operator operator,
      double initial,
      DoubleBinaryOperator combination) {
    return Double.isNaN(point.value())
        ? Mono.error(() -> new InvalidRequestException(
            ErrorCode.OUT_OF_RANGE_INPUT, "operation=" + operator.text() + " point=NaN"))
        : change(series, point, operator, initial, combination);
  }

  private Mono<Double> change(
      EntityKey series,
      SeriesPoint point,
      Operator operator,
      double initial,
      DoubleBinaryOperator combination) {
    return Mono.defer(() -> lacksChanges.get() || !Double.isFinite(point.value())
        ? accumulate(series, point, initial, combination)
        : changeInPlace(series, point, operator).onErrorResume(DataSeries::isLacking, lacking -> {
          lacksChanges.set(true);
          return accumulate(series, point, initial, combination);
        }));
  }

  private Mono<Double> changeInPlace(EntityKey series, SeriesPoint point, Operator operator) {
    var row = new SeriesRow(series, grid);
    var property = row.property(point.at());
    var change = Write.change(
            row.key(point.at()), PropertyOperation.of(property, operator, point.value()))
        .orCreate()
        .answering(Write.Answer.AFTER);
    return service
        .write(table, change)
        .map(
            result -> result.after().flatMap(after -> after.getDouble(property)).orElseThrow());
  }

  private static boolean isLacking(Throwable failure) {
    return failure instanceof InvalidRequestException refused
        && refused.code() == ErrorCode.NOT_IMPLEMENTED;
  }

  /**
   * Combines a value with that of its slot in a way that no service knows, and returns the result.
   * A sum, a least or a greatest value needs only {@link #add}, {@link #min} or {@link #max}.
   * Reads, and writes under the condition that the period is unchanged; begins again after a
   * conflict, at most {@value Conflicts#ATTEMPTS} times. Concurrent calls therefore all count.
   *
   * <p>After a failure with an unknown outcome the value may have been combined. This method does
   * not repeat it.
   *
   * @param initial the value of an empty slot
   */
  public Mono<Double> accumulate(
      EntityKey series, SeriesPoint point, double initial, DoubleBinaryOperator combination) {
    return Mono.defer(() -> {
          var row = new SeriesRow(series, grid);
          return service
              .get(table, row.key(point.at()))
              .map(stored -> update(row, stored, point, initial, combination))
              .switchIfEmpty(Mono.fromCallable(() -> insert(row, point, initial, combination)));
        })
        .flatMap(change -> service.write(table, change.write()).thenReturn(change.value()))
        .retryWhen(Conflicts.retry(Conflicts::isFirst));
  }

  /** A write of a period, and the value that it gives the slot. */
  private record Change(Write write, double value) {}

  private static Change insert(
      SeriesRow row, SeriesPoint point, double initial, DoubleBinaryOperator combination) {
    var value = combination.applyAsDouble(initial, point.value());
    return new Change(
        new Write.Insert(row.entity(List.of(new SeriesPoint(point.at(), value)))), value);
  }

  private static Change update(
      SeriesRow row,
      Entity stored,
      SeriesPoint point,
      double initial,
      DoubleBinaryOperator combination) {
    var before = stored.getDouble(row.property(point.at())).orElse(initial);
    var value = combination.applyAsDouble(before, point.value());
    var changed = row.entity(List.of(new SeriesPoint(point.at(), value)));
    return new Change(
        new Write.Update(changed, WriteMode.MERGE, IfMatch.version(stored.etag().orElseThrow())),
        value);
  }

  /**
   * Reads the points of a range, in order of time. The end is excluded. A period is read when its
   * points are requested.
   */
  public Flux<SeriesPoint> read(EntityKey series, Instant from, Instant end) {
    return Flux.defer(() -> {
      var row = new SeriesRow(series, grid);
      return from.isBefore(end)
          ? service
              .query(table, Query.ALL.where(row.periods(from, end).filter()))
              .concatMapIterable(stored -> row.points(stored).toList(), 1)
              .filter(point -> !point.at().isBefore(from) && point.at().isBefore(end))
          : Flux.empty();
    });
  }
}
