package io.weir.perf.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.DataSeries;
import io.weir.pattern.SeriesPoint;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.CompoundKey;
import io.weir.perf.pattern.CostMeter.Kind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The messages of an employee in each hour of a month: an entity for each value, and one for each
 * day.
 */
final class SeriesCosts {

  private static final String PATTERN = "data-series";
  private static final Instant BEGIN = Instant.parse("2026-05-01T00:00:00Z");
  private static final int DAYS = 30;
  private static final int HOURS = DAYS * 24;
  private static final int EMPLOYEES_TO_A_SERIES = 1_000;
  private static final int FEWEST = 10;

  private final PatternBench bench;
  private final TableName single = new TableName("Hours");
  private final TableName packed = new TableName("Days");
  private final int series;

  SeriesCosts(PatternBench bench) {
    this.bench = bench;
    this.series = Math.max(FEWEST, bench.staff().employees() / EMPLOYEES_TO_A_SERIES);
  }

  void measure() throws IOException {
    var all = Flux.range(0, series);
    var what = HOURS + " values each of " + series + " employees";
    bench.store(
        PATTERN,
        what,
        "an entity for each value",
        Kind.NAIVE,
        () -> StaffLoader.load(
            bench.tables(),
            single,
            all.concatMap(number -> points().map(point -> value(number, point)))));
    bench.store(
        PATTERN,
        what,
        "an entity for each day",
        Kind.PATTERN,
        () -> StaffLoader.write(
            bench.tables(),
            packed,
            PlannedWrites.of(
                packed,
                all.map(number -> bench.staff().employee(number)),
                planned -> employee -> days(planned).setAll(employee.key(), points()))));
    read();
    write();
    bench.drop(single, packed);
  }

  private void read() {
    bench
        .ask(PATTERN, "read a month of hours", bench.effort().slowly() * FEWEST)
        .naive(
            "an entity for each value",
            i -> bench.tables().query(single, month(bench.staff().key(i % series))))
        .pattern(
            "an entity for each day",
            i -> days(bench.tables())
                .read(bench.staff().key(i % series), BEGIN, BEGIN.plus(Duration.ofDays(DAYS))));
  }

  private void write() {
    bench
        .ask(PATTERN, "store the value of an hour", bench.effort().points())
        .naive(
            "an entity for each value",
            i -> bench
                .tables()
                .write(single, new Write.Upsert(value(i % series, point(i)), WriteMode.REPLACE))
                .then())
        .pattern(
            "an entity for each day",
            i -> days(bench.tables()).set(bench.staff().key(i % series), point(i)));
    bench
        .ask(PATTERN, "add to the value of an hour", bench.effort().points())
        .naive("an entity for each value, read and written", i -> add(value(i % series, point(i))))
        .pattern(
            "an entity for each day",
            i -> days(bench.tables())
                .add(bench.staff().key(i % series), point(i))
                .then());
  }

  private Mono<Void> add(Entity value) {
    return bench
        .tables()
        .get(single, value.key())
        .flatMap(found -> bench.tables().write(single, new Write.Upsert(value, WriteMode.REPLACE)))
        .then();
  }

  private static Flux<SeriesPoint> points() {
    return Flux.range(0, HOURS).map(SeriesCosts::point);
  }

  private static SeriesPoint point(int hour) {
    return new SeriesPoint(BEGIN.plus(Duration.ofHours(hour % HOURS)), hour % 37);
  }

  private Entity value(int employee, SeriesPoint point) {
    var key = bench.staff().key(employee);
    return Entity.builder(
            key.partitionKey(),
            CompoundKey.of(key.rowKey()).oldestFirst(point.at()).text())
        .set("Value", point.value())
        .build();
  }

  private static Query month(EntityKey employee) {
    return Query.ALL.where(Condition.partitionKey()
        .is(employee.partitionKey())
        .and(Condition.rowKey().within(CompoundKey.of(employee.rowKey()).prefix()))
        .filter());
  }

  private DataSeries days(TableService tables) {
    return DataSeries.of(tables, packed, Duration.ofHours(1), Duration.ofDays(1));
  }
}
