package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.tree.Cursor;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Entities expire by the store's clock and are removed in the background. The clock is stepped,
 * also backwards.
 */
final class ExpiryStoreTest extends SimulatedStore {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration PASS = Duration.ofMinutes(1);

  @BeforeEach
  void setExpiry() {
    set(Expiry.at("ExpiresAt"));
  }

  @Test
  void anEntityIsInvisibleFromItsMomentOn() {
    store("a", START.plus(HOUR));

    machine.setClockOff(HOUR.minus(Duration.ofNanos(100)));
    assertThat(rows()).containsExactly("a");
    assertThat(find("a")).isTrue();

    machine.setClockOff(HOUR);
    assertThat(rows()).isEmpty();
    assertThat(find("a")).isFalse();
  }

  @Test
  void anAgeIsCountedFromTheTimestamp() {
    set(Expiry.after(HOUR));
    store("a", START);
    machine.setClockOff(Duration.ofMinutes(30));
    store("b", START);

    machine.setClockOff(
        HOUR.plusSeconds(1)); // earlier writes have moved the Timestamp by some ticks
    assertThat(rows()).containsExactly("b");
    store("b", START);
    machine.setClockOff(Duration.ofMinutes(119));
    assertThat(rows()).containsExactly("b");
    machine.setClockOff(HOUR.multipliedBy(2).plusSeconds(2));
    assertThat(rows()).isEmpty();
  }

  @Test
  void aClockThatGoesBackBeforeTheRemovalShowsTheEntityAgain() {
    store("a", START.plus(HOUR));
    machine.setClockOff(HOUR.multipliedBy(2));
    assertThat(rows()).isEmpty();

    machine.setClockOff(Duration.ZERO);

    assertThat(rows()).containsExactly("a");
    assertThat(insert("a").failure()).isNotNull();
  }

  @Test
  void aClockThatGoesBackAfterTheRemovalShowsNothing() {
    store("a", START.plus(HOUR));
    machine.setClockOff(HOUR.multipliedBy(2));
    sweep();
    assertThat(engine.store().sweepers().entitiesRemoved()).isEqualTo(1);

    machine.setClockOff(Duration.ZERO);

    assertThat(rows()).isEmpty();
    assertThat(insert("a").isDone()).isTrue();
  }

  @Test
  void aClockThatGoesBackDoesNotMakeAnyEntityExpireEarly() {
    set(Expiry.after(HOUR));
    machine.setClockOff(Duration.ofDays(1));
    store("a", START);
    machine.setClockOff(Duration.ZERO);
    store("b", START); // its Timestamp is a day ahead of the clock

    machine.setClockOff(HOUR.multipliedBy(3));
    sweep();

    assertThat(rows()).containsExactly("a", "b");
    assertThat(engine.store().sweepers().entitiesRemoved()).isZero();
  }

  @Test
  void theRemovalOfExpiredEntitiesSurvivesACrash() throws IOException {
    IntStream.range(0, 450).forEach(i -> store("r%03d".formatted(i), START.plus(HOUR)));
    store("s", START.plus(HOUR.multipliedBy(9)));
    machine.setClockOff(HOUR);
    sweep();
    assertThat(engine.store().sweepers().entitiesRemoved()).isEqualTo(450);
    assertThat(stored()).isEqualTo(1);

    crash();

    assertThat(stored()).isEqualTo(1);
    machine.setClockOff(Duration.ZERO);
    assertThat(rows()).containsExactly("s");
  }

  @Test
  void theRuleAndTheExpiredEntitiesSurviveACrash() throws IOException {
    store("a", START.plus(HOUR));
    machine.setClockOff(HOUR);

    crash();

    assertThat(stored()).isEqualTo(1);
    assertThat(rows()).isEmpty();
    sweep();
    assertThat(stored()).isZero();
  }

  @Test
  void aSnapshotKeepsExpiredEntitiesAndTheyStayInvisible() throws IOException {
    store("a", START.plus(HOUR));
    machine.setClockOff(HOUR);
    checkpoint();

    crash();

    assertThat(rows()).isEmpty();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void aRuleThatIsRemovedShowsWhatIsNotRemovedYet() {
    store("a", START.minus(HOUR));
    assertThat(rows()).isEmpty();

    engine.account(Users.ACCOUNT).clear(TABLE, TableSetting.EXPIRY).subscribe();
    machine.settle();
    sweep();

    assertThat(rows()).containsExactly("a");
  }

  @Test
  void aTableWithoutARuleIsNotSwept() {
    var wind = new TableName("Wind");
    engine.account(Users.ACCOUNT).createTable(wind).subscribe();
    machine.settle();
    engine
        .account(Users.ACCOUNT)
        .write(wind, new Write.Insert(expiring("a", START.minus(HOUR))))
        .subscribe();
    machine.settle();

    sweep();

    assertThat(stored()).isEqualTo(0);
    assertThat(engine.account(Users.ACCOUNT).get(wind, new EntityKey("p", "a")).block())
        .isNotNull();
  }

  @Test
  void droppingATableEndsItsSweep() {
    IntStream.range(0, 250).forEach(i -> store("r%03d".formatted(i), START.minus(HOUR)));
    engine.account(Users.ACCOUNT).deleteTable(TABLE).subscribe();
    machine.settle();

    sweep();
    engine.account(Users.ACCOUNT).createTable(TABLE).subscribe();
    machine.settle();
    set(Expiry.at("ExpiresAt"));
    store("a", START.minus(HOUR));
    sweep();

    assertThat(engine.store().sweepers().entitiesRemoved()).isEqualTo(1);
  }

  @Test
  void theSweepGoesOnAfterTheDiskWasFull() {
    IntStream.range(0, 150).forEach(i -> store("r%03d".formatted(i), START.minus(HOUR)));
    machine.disk.leaveSpace(0);
    while (write("s", 4_000).isDone()) {
      assertThat(engine.health().writable()).isTrue();
    }

    sweep();
    machine.disk.heal();
    sweep();
    sweep();

    assertThat(engine.store().sweepers().entitiesRemoved()).isEqualTo(150);
    assertThat(rows()).containsExactly("s");
  }

  /** Lets the pause between passes go by, and the pauses between the slices of a pass. */
  private void sweep() {
    machine.settle();
    machine.letTimePass(PASS);
    for (var slice = 0; slice < 20; slice++) {
      machine.letTimePass(Duration.ofMillis(5));
    }
  }

  private void set(Expiry expiry) {
    engine.account(Users.ACCOUNT).set(TABLE, TableSetting.EXPIRY, expiry).subscribe();
    machine.settle();
  }

  private void store(String row, Instant moment) {
    var answer = new Answer();
    engine
        .account(Users.ACCOUNT)
        .write(TABLE, new Write.Upsert(expiring(row, moment), WriteMode.REPLACE))
        .subscribe(done -> answer.done = true, failure -> answer.failure = failure);
    machine.settle();
    assertThat(answer.isDone()).as("%s", answer.failure()).isTrue();
  }

  private Answer insert(String row) {
    var answer = new Answer();
    engine
        .account(Users.ACCOUNT)
        .write(TABLE, new Write.Insert(Entity.builder("p", row).build()))
        .subscribe(done -> answer.done = true, failure -> answer.failure = failure);
    machine.settle();
    return answer;
  }

  private static Entity expiring(String row, Instant moment) {
    return Entity.builder("p", row).set("ExpiresAt", moment).build();
  }

  private boolean find(String row) {
    return engine
        .account(Users.ACCOUNT)
        .getAll(List.of(new TableKey(TABLE, new EntityKey("p", row))))
        .map(found -> found.get(0).isPresent())
        .blockOptional()
        .orElseThrow();
  }

  /** Returns the number of the table's entities in the tree, expired or not. */
  private int stored() {
    var table = engine.store().catalog().find(Users.ACCOUNT, TABLE);
    try (var pin = engine.store().shards().get(0).pin()) {
      var cursor = new Cursor().open(pin.tree());
      var end = TreeKeys.endOfTable(table.id());
      var count = 0;
      for (var more = cursor.seek(TreeKeys.startOfTable(table.id()));
          more && cursor.compareKey(end) < 0;
          more = cursor.next()) {
        count++;
      }
      return count;
    }
  }
}
