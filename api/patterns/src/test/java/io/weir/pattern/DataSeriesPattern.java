package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Data series: the number of messages of an employee in each hour, a day in an entity. */
public interface DataSeriesPattern extends PatternDoor {

  /** A midnight. */
  Instant MIDNIGHT = Instant.parse("2026-05-01T00:00:00Z");

  /** The series of most cases. */
  EntityKey MESSAGES = new EntityKey("Sales", "000223!messages");

  @Test
  default void theMessagesOfEachHourArePackedByDay() {
    var employees = table("Employees");

    // snippet
    var hourly = DataSeries.of(weir(), employees, Duration.ofHours(1), Duration.ofDays(1));
    var messages = new EntityKey("Sales", "000223!messages");
    var may = Instant.parse("2026-05-01T00:00:00Z");

    var counted = hourly
        .add(messages, new SeriesPoint(may.plus(Duration.ofMinutes(70)), 1))
        .then(hourly.add(messages, new SeriesPoint(may.plus(Duration.ofMinutes(80)), 1)))
        .then(hourly.add(messages, new SeriesPoint(may.plus(Duration.ofHours(30)), 1)));
    var days = counted.thenMany(hourly.read(messages, may, may.plus(Duration.ofDays(7))));
    // end of snippet

    assertThat(await(days))
        .containsExactly(
            new SeriesPoint(Instant.parse("2026-05-01T01:00:00Z"), 2),
            new SeriesPoint(Instant.parse("2026-05-02T06:00:00Z"), 1));
    assertThat(await(weir().query(employees, Query.ALL))).hasSize(2);
  }

  @Test
  default void aRangeIncludesItsBeginningAndNotItsEnd() {
    var hourly = hourly(table("Employees"));
    var points = points(72);
    hourly.setAll(MESSAGES, Flux.fromIterable(points)).block(PATIENCE);

    for (var from : List.of(0, 1, 23, 24, 25, 47, 71)) {
      for (var end : List.of(0, 1, 24, 25, 48, 72)) {
        assertThat(await(hourly.read(MESSAGES, hour(from), hour(end))))
            .as(from + " to " + end)
            .isEqualTo(from < end ? points.subList(from, end) : List.of());
      }
    }
    assertThat(await(hourly.read(MESSAGES, hour(-100), hour(1_000)))).isEqualTo(points);
  }

  @Test
  default void seriesOfOnePartitionAreApart() {
    var hourly = hourly(table("Employees"));
    var other = new EntityKey("Sales", "000223!messages!sent");
    hourly.set(MESSAGES, new SeriesPoint(MIDNIGHT, 1)).block(PATIENCE);
    hourly.set(other, new SeriesPoint(MIDNIGHT, 2)).block(PATIENCE);

    assertThat(await(hourly.read(MESSAGES, hour(-1), hour(24))))
        .containsExactly(new SeriesPoint(MIDNIGHT, 1));
    assertThat(await(hourly.read(other, hour(-1), hour(24))))
        .containsExactly(new SeriesPoint(MIDNIGHT, 2));
  }

  @Test
  default void concurrentAdditionsAllCount() {
    var hourly = hourly(table("Employees"));

    Flux.range(0, 40)
        .flatMap(i -> hourly.add(MESSAGES, new SeriesPoint(hour(i % 3), 1)), 3)
        .blockLast(PATIENCE);

    assertThat(await(hourly.read(MESSAGES, hour(0), hour(3))))
        .containsExactly(
            new SeriesPoint(hour(0), 14),
            new SeriesPoint(hour(1), 13),
            new SeriesPoint(hour(2), 13));
  }

  @Test
  default void theExtremesAndTheProductOfSomeValuesAreKept() {
    var hourly = hourly(table("Employees"));
    var least = new EntityKey("Sales", "least");
    var product = new EntityKey("Sales", "product");

    Flux.just(3.0, 7.0, 2.0, 5.0)
        .map(value -> new SeriesPoint(MIDNIGHT, value))
        .concatMap(point -> hourly
            .max(MESSAGES, point)
            .then(hourly.min(least, point))
            .then(hourly.accumulate(product, point, 1, (one, other) -> one * other)))
        .blockLast(PATIENCE);

    assertThat(await(hourly.read(MESSAGES, hour(0), hour(1))))
        .containsExactly(new SeriesPoint(MIDNIGHT, 7));
    assertThat(await(hourly.read(least, hour(0), hour(1))))
        .containsExactly(new SeriesPoint(MIDNIGHT, 2));
    assertThat(await(hourly.read(product, hour(0), hour(1))))
        .containsExactly(new SeriesPoint(MIDNIGHT, 210));
  }

  @Test
  default void pointsAreReadAsTheyAreRequested() {
    var hourly = hourly(table("Employees"));
    hourly.setAll(MESSAGES, Flux.fromIterable(points(72))).block(PATIENCE);

    StepVerifier.create(hourly.read(MESSAGES, hour(0), hour(72)), 0)
        .thenRequest(2)
        .expectNext(new SeriesPoint(hour(0), 0), new SeriesPoint(hour(1), 1))
        .thenRequest(23)
        .expectNextCount(23)
        .thenCancel()
        .verify(PATIENCE);
  }

  @Test
  default void aPeriodHasAtMostTwoHundredAndFiftyTwoSlots() {
    var employees = table("Employees");
    var second = Duration.ofSeconds(1);
    var widest = DataSeries.of(weir(), employees, second, Duration.ofSeconds(252));
    var points = Flux.range(0, 252).map(i -> new SeriesPoint(Instant.ofEpochSecond(i), i));

    widest.setAll(MESSAGES, points).block(PATIENCE);

    assertThat(await(weir().query(employees, Query.ALL))).hasSize(1);
    assertThat(await(widest.read(MESSAGES, Instant.EPOCH, Instant.ofEpochSecond(252))))
        .isEqualTo(await(points));
    assertThatThrownBy(() -> DataSeries.of(weir(), employees, second, Duration.ofSeconds(253)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DataSeries.of(weir(), employees, second, Duration.ofMillis(1_500)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DataSeries.of(weir(), employees, Duration.ZERO, second))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void aProgramThatDiesHasAddedOnceOrNotAtAll() {
    var employees = table("Employees");
    var hourly = hourly(employees);

    KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          await(hourly.add(new EntityKey(run, ""), new SeriesPoint(MIDNIGHT, 10)));
          return hourly(employees, tables)
              .add(new EntityKey(run, ""), new SeriesPoint(MIDNIGHT, 1));
        },
        run -> assertThat(await(hourly.read(new EntityKey(run, ""), hour(0), hour(1))))
            .as(run)
            .singleElement()
            .isIn(new SeriesPoint(MIDNIGHT, 10), new SeriesPoint(MIDNIGHT, 11)));
  }

  private DataSeries hourly(TableName table) {
    return hourly(table, weir());
  }

  private static DataSeries hourly(TableName table, TableService service) {
    return DataSeries.of(service, table, Duration.ofHours(1), Duration.ofDays(1));
  }

  private static Instant hour(int number) {
    return MIDNIGHT.plus(Duration.ofHours(number));
  }

  private static List<SeriesPoint> points(int count) {
    return await(Flux.range(0, count).map(i -> new SeriesPoint(hour(i), i)));
  }
}
