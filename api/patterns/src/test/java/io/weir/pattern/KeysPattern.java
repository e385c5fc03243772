package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.filter.Condition.partitionKey;
import static io.weir.pattern.filter.Condition.rowKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.KeyPart;
import java.time.Instant;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Keys: readings of sensors, which are numbered, and come in the order of time. */
public interface KeysPattern extends PatternDoor {

  /** The partitions of a month. */
  int SPREAD = 4;

  Instant NOON = Instant.parse("2030-01-31T12:00:00Z");

  @Test
  default void paddedNumbersSortAsNumbersAndTheNewestReadingIsTheFirst() {
    var readings = table("Readings");
    // snippet
    var sensor = CompoundKey.of("sensor").digits(6, 42).text(); // before sensor!000100
    var newestFirst = CompoundKey.of("temperature").newestFirst(NOON).text(); // inverted ticks
    var reading = Entity.builder(sensor, newestFirst).set("Celsius", 21.5).build();
    // end of snippet
    var later = CompoundKey.of("temperature").newestFirst(NOON.plusSeconds(1)).text();
    await(weir().write(readings, new Write.Insert(reading)));
    await(weir()
        .write(
            readings,
            new Write.Insert(Entity.builder(sensor, later).set("Celsius", 22.0).build())));

    // snippet
    var latest = weir()
        .query(
            readings,
            Query.ALL
                .where(partitionKey()
                    .is(sensor)
                    .and(rowKey().within(CompoundKey.of("temperature").prefix()))
                    .filter())
                .top(1))
        .next();
    // end of snippet

    assertThat(await(latest).getDouble("Celsius")).contains(22.0);
    assertThat(sensor).isLessThan(CompoundKey.of("sensor").digits(6, 100).text());
  }

  @Test
  default void aLogThatIsSpreadIsReadInItsOrder() {
    var log = table("Log");
    for (var sensor = 0; sensor < 20; sensor++) {
      await(weir().write(log, new Write.Insert(reading(sensor))));
    }

    var all = await(inOrder(log, "2030-01"));
    assertThat(all).hasSize(20);
    assertThat(all.stream().map(Entity::rowKey)).isSorted();
    assertThat(all.stream().map(Entity::partitionKey).distinct().count()).isEqualTo(SPREAD);
  }

  private static Entity reading(int number) {
    var sensorId = "sensor-" + number;
    var at = NOON.plusSeconds(number);
    // snippet
    var bucket = Math.floorMod(sensorId.hashCode(), SPREAD);
    var reading = Entity.builder(
            CompoundKey.of(bucket).then("2030-01").text(), // not the time alone
            CompoundKey.of(KeyPart.OLDEST_FIRST, at).then(sensorId).text())
        .build();
    // end of snippet
    return reading;
  }

  private Flux<Entity> inOrder(TableName log, String month) {
    // snippet
    Flux<Entity> merged = Flux.empty();
    for (var bucket = 0; bucket < SPREAD; bucket++) {
      var partition = CompoundKey.of(bucket).then(month).text();
      var part = weir().query(log, Query.ALL.where(partitionKey().is(partition).filter()));
      merged = merged.mergeComparingWith(part, Comparator.comparing(Entity::rowKey));
    }
    // end of snippet
    return merged;
  }
}
