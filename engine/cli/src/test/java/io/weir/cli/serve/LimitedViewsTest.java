package io.weir.cli.serve;

import static io.weir.pattern.view.Aggregate.count;
import static io.weir.pattern.view.Aggregate.max;
import static io.weir.pattern.view.Aggregate.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import io.weir.pattern.view.Aggregate;
import io.weir.pattern.view.View;
import io.weir.pattern.view.ViewDefinition;
import io.weir.pattern.view.ViewFailedException;
import io.weir.pattern.view.ViewStatus;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Views over an engine whose clock is stepped and whose log is short: of employees that expire, of
 * changes that are no longer kept, and at the limits of entities and keys.
 */
@Tag(Effort.THOROUGHLY)
final class LimitedViewsTest {

  private static final TableName EMPLOYEES = new TableName("Employees");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SEGMENT = 64 << 10;
  private static final int KEPT = 600_000;

  /** A write must fit in a segment. */
  private static final int LARGE_SEGMENT = 16 << 20;

  private static final Instant BEGIN = Instant.parse("2026-05-01T00:00:00Z");

  /** Properties of an entity, and of the row of a contribution beside those of its entity. */
  private static final int MOST_PROPERTIES = 252;

  private static final int OWN_PROPERTIES = 4;

  /** UTF-16 units of a key, and those of a rank beside the keys of its entity. */
  private static final int LONGEST_KEY = 512;

  private static final int OWN_UNITS = 4;

  private final SteppedClock clock = new SteppedClock();
  private EmbeddedLoops loops;
  private Engine engine;
  private TableService weir;

  @TempDir
  Path folder;

  @BeforeEach
  void open() throws IOException {
    open("store", SEGMENT);
  }

  private void open(String store, int segmentBytes) throws IOException {
    loops = EmbeddedLoops.start(2);
    engine = Engine.open(
        StoreOptions.in(folder.resolve(store))
            .withPartitionGroups(2)
            .withSegmentBytes(segmentBytes)
            .withCheckpointLogBytes(1 << 30)
            .withRetention(new Retention(Duration.ofDays(1), KEPT, 0))
            .withExpirySweep(Duration.ofMillis(20))
            .withClock(clock),
        loops.loops());
    weir = engine.account(AccountName.DEVELOPMENT);
    weir.createTable(EMPLOYEES).block(PATIENCE);
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    loops.close();
  }

  /**
   * An expired employee contributes until the service removes her; then the view forgets her. One
   * without a moment stays.
   */
  @Test
  void expiredEmployeesLeaveAViewOfGroups() {
    weir.set(EMPLOYEES, TableSetting.EXPIRY, new AtProperty("Until")).block(PATIENCE);
    put(employee("1", 50_000).set("Until", at(1)).build());
    put(employee("2", 70_000).set("Until", at(2)).build());
    put(employee("3", 60_000).build());
    var view = salaries(1);
    view.build().block(PATIENCE);
    assertThat(rows(view)).isEqualTo(Map.of("Sales", "3 180000 70000"));

    var running = view.run().subscribe();
    try {
      clock.now.set(BEGIN.plus(Duration.ofHours(1)));
      awaitRows(view, Map.of("Sales", "2 130000 70000"));
      clock.now.set(BEGIN.plus(Duration.ofHours(2)));
      awaitRows(view, Map.of("Sales", "1 60000 60000"));
      put(employee("1", 10_000).set("Until", at(3)).build());
      awaitRows(view, Map.of("Sales", "2 70000 60000"));
    } finally {
      running.dispose();
    }
    assertThat(view.verify().collectList().block(PATIENCE)).isEmpty();
  }

  @Test
  void expiredEmployeesLeaveAViewByKey() {
    weir.set(EMPLOYEES, TableSetting.EXPIRY, new AtProperty("Until")).block(PATIENCE);
    put(employee("1", 1).set("Email", "same").set("Until", at(1)).build());
    put(employee("2", 2).set("Email", "same").build());
    var view = byEmail();
    view.build().block(PATIENCE);
    assertThat(salaryOf(view, "same")).contains(1);

    var running = view.run().subscribe();
    try {
      clock.now.set(BEGIN.plus(Duration.ofHours(1)));
      Flux.defer(() -> view.get(new EntityKey("same", "")))
          .filter(row -> row.getInt32("Salary").equals(Optional.of(2)))
          .repeatWhen(again -> again.delayElements(Duration.ofMillis(20)))
          .blockFirst(PATIENCE);
    } finally {
      running.dispose();
    }
    assertThat(view.verify().collectList().block(PATIENCE)).isEmpty();
  }

  /**
   * The view stands still while more is written than the service keeps. Its next version is built
   * from the beginning.
   */
  @Test
  void aViewThatHasLostChangesSaysSoAndIsBuiltAgainAsAnotherVersion() throws IOException {
    put(employee("1", 50_000).build());
    var view = salaries(1);
    view.build().block(PATIENCE);

    overwrite(2 * KEPT);
    assertThat(view.status().blockLast(PATIENCE).lag().map(ViewStatus.Lag::lost))
        .contains(true);
    assertThatThrownBy(() -> view.run().blockLast(PATIENCE))
        .isInstanceOf(ChangesLostException.class);
    assertThat(rows(view))
        .as("readers still have the old rows")
        .containsEntry("Sales", "1 50000 50000");

    put(employee("2", 70_000).build());
    var rebuilt = salaries(2);
    rebuilt.build().block(PATIENCE);
    assertThat(rows(rebuilt)).isEqualTo(rows(view)).containsEntry("Sales", "2 120000 70000");
    assertThat(rebuilt.verify().collectList().block(PATIENCE)).isEmpty();
    assertThat(rebuilt.status().map(ViewStatus::version).collectList().block(PATIENCE))
        .as("the lost version is removed")
        .containsExactly(2);
    assertThat(weir.consumers().list().block(PATIENCE)).noneMatch(consumer -> consumer.isLost());
  }

  /** A view that keeps up loses nothing, however much is written: its named consumer moves on. */
  @Test
  void aViewThatKeepsUpLosesNothing() throws IOException {
    var view = salaries(1).storingPlaces(Duration.ofMillis(50));
    var running = view.run().subscribe();
    try {
      for (var round = 0; round < 4; round++) {
        overwrite(KEPT / 2);
        view.awaitWrites().block(PATIENCE);
      }
    } finally {
      running.dispose();
    }
    assertThat(view.status().blockLast(PATIENCE).lag().map(ViewStatus.Lag::lost))
        .contains(false);
    assertThat(view.verify().collectList().block(PATIENCE)).isEmpty();
  }

  @Test
  void aViewByKeyHoldsEntitiesUpToItsLimitOfProperties() {
    put(wide("1", MOST_PROPERTIES - OWN_PROPERTIES));
    var view = byEmail();
    view.build().block(PATIENCE);
    assertThat(view.get(new EntityKey("wide1", "")).block(PATIENCE).toMap())
        .hasSize(MOST_PROPERTIES - OWN_PROPERTIES);

    put(wide("2", MOST_PROPERTIES - OWN_PROPERTIES + 1));
    assertThatThrownBy(() -> view.run().blockLast(PATIENCE))
        .isInstanceOf(ViewFailedException.class)
        .hasMessageContaining("rowKey=2");
  }

  /** A view of some properties holds entities of any width. */
  @Test
  void aViewOfSomePropertiesHoldsEntitiesOfAnyWidth() {
    put(wide("1", MOST_PROPERTIES));
    var view = View.of(
        weir,
        "ByEmail",
        1,
        ViewDefinition.keyed(EMPLOYEES, LimitedViewsTest::emailKey).select("Email"));
    view.build().block(PATIENCE);

    assertThat(view.get(new EntityKey("wide1", "")).block(PATIENCE).toMap()).hasSize(1);
  }

  /** An entity near 1 MiB has room for the contribution's own properties, or is refused by name. */
  @Test
  void aViewByKeyHoldsEntitiesUpToItsLimitOfBytes() throws IOException {
    close();
    open("large", LARGE_SEGMENT);
    put(large("1", 1_000_000));
    var view = byEmail();
    view.build().block(PATIENCE);
    assertThat(view.get(new EntityKey("large1", "")).block(PATIENCE).toMap()).isNotEmpty();

    put(largest("2"));
    assertThatThrownBy(() -> view.run().blockLast(PATIENCE))
        .isInstanceOf(ViewFailedException.class)
        .hasMessageContaining("rowKey=2");
  }

  @Test
  void theKeysOfAnEntityFitInTheRankOfAView() {
    var longest = LONGEST_KEY - OWN_UNITS;
    put(Entity.builder("p".repeat(longest / 2), "r".repeat(longest - longest / 2))
        .set("Email", "fits")
        .set("Salary", 1)
        .build());
    var view = byEmail();
    view.build().block(PATIENCE);
    assertThat(salaryOf(view, "fits")).contains(1);

    put(Entity.builder("p".repeat(longest / 2), "r".repeat(longest - longest / 2 + 1))
        .set("Email", "long")
        .build());
    assertThatThrownBy(() -> view.run().blockLast(PATIENCE))
        .isInstanceOf(ViewFailedException.class)
        .hasMessageContaining("ppp");
  }

  /**
   * Sixteen aggregates, most of which remember a value and the key of its employee, and the largest
   * exact sum.
   */
  @Test
  void aGroupWithMostAggregatesOfTheLargestNumbersHasRoomInItsState() {
    var aggregates = new ArrayList<Aggregate>();
    aggregates.add(sum("Total", "Salary"));
    for (var i = 1; i < ViewDefinition.MOST_AGGREGATES; i++) {
      aggregates.add(max("M" + i, "Salary"));
    }
    var key = "k".repeat(200);
    for (var salary : List.of(Double.MAX_VALUE, Double.MIN_VALUE, -1.0)) {
      put(Entity.builder(key, key + salary).set("Salary", salary).build());
    }
    var view = View.of(
        weir,
        "Salaries",
        1,
        ViewDefinition.grouped(
            EMPLOYEES,
            each -> Optional.of(new EntityKey("Department", "x".repeat(400))),
            aggregates.toArray(Aggregate[]::new)));
    view.build().block(PATIENCE);

    var row = view.get(new EntityKey("Department", "x".repeat(400))).block(PATIENCE);
    assertThat(row.toMap()).hasSize(ViewDefinition.MOST_AGGREGATES);
    assertThat(row.getDouble("Total")).contains(Double.MAX_VALUE);
    weir.deleteRange(EMPLOYEES, Filter.ALL).block(PATIENCE);
    put(Entity.builder("last", "").set("Salary", Double.MIN_VALUE).build());
    var running = view.run().subscribe();
    try {
      view.awaitWrites().block(PATIENCE);
    } finally {
      running.dispose();
    }
    assertThat(view.get(new EntityKey("Department", "x".repeat(400)))
            .block(PATIENCE)
            .getDouble("Total"))
        .as("nothing is left of the large numbers")
        .contains(Double.MIN_VALUE);
  }

  /**
   * Writes employees of other departments until so many bytes of the log are new, and lets the
   * store drop what it need not keep.
   */
  private void overwrite(int bytes) throws IOException {
    var text = "x".repeat(1_000);
    weir.bulk(
            EMPLOYEES,
            Flux.range(0, bytes / 1_000)
                .map(i -> BulkLine.of(new Write.Upsert(
                    Entity.builder("Legal", "e" + i % 100)
                        .set("Salary", i)
                        .set("Text", text)
                        .build(),
                    WriteMode.REPLACE))))
        .blockLast(PATIENCE);
    engine.store().checkpoint();
  }

  private static void awaitRows(View view, Map<String, String> expected) {
    Mono.defer(() -> rowsOf(view))
        .filter(expected::equals)
        .repeatWhen(again -> again.delayElements(Duration.ofMillis(20)))
        .blockFirst(PATIENCE);
  }

  private View salaries(int version) {
    return View.of(
        weir,
        "Salaries",
        version,
        ViewDefinition.grouped(
            EMPLOYEES,
            each -> Optional.of(new EntityKey("Department", each.partitionKey())),
            count("Employees"),
            sum("Total", "Salary"),
            max("Highest", "Salary")));
  }

  private View byEmail() {
    return View.of(weir, "ByEmail", 1, ViewDefinition.keyed(EMPLOYEES, LimitedViewsTest::emailKey));
  }

  private static Optional<EntityKey> emailKey(Entity employee) {
    return employee.getString("Email").map(address -> new EntityKey(address, ""));
  }

  private Optional<Integer> salaryOf(View view, String email) {
    return view.get(new EntityKey(email, ""))
        .mapNotNull(row -> row.getInt32("Salary").orElse(null))
        .blockOptional(PATIENCE);
  }

  private static Map<String, String> rows(View view) {
    return rowsOf(view).block(PATIENCE);
  }

  private static Mono<Map<String, String>> rowsOf(View view) {
    return view.query(Query.ALL)
        .collectMap(
            Entity::rowKey,
            row -> row.getInt64("Employees").orElseThrow() + " "
                + row.getInt64("Total").orElseThrow() + " "
                + row.getInt32("Highest").orElseThrow());
  }

  private void put(Entity entity) {
    weir.write(EMPLOYEES, new Write.Upsert(entity, WriteMode.REPLACE)).block(PATIENCE);
  }

  private static EntityBuilder employee(String id, int salary) {
    return Entity.builder("Sales", id).set("Salary", salary);
  }

  private static Entity wide(String id, int properties) {
    var entity = Entity.builder("Sales", id).set("Email", "wide" + id);
    for (var i = 1; i < properties; i++) {
      entity.set("P" + i, i);
    }
    return entity.build();
  }

  private static Entity large(String id, int bytes) {
    var entity = Entity.builder("Sales", id).set("Email", "large" + id);
    for (var left = bytes; left > 0; left -= 60_000) {
      entity.set("P" + left, new byte[Math.min(left, 60_000)]);
    }
    return entity.build();
  }

  /** Returns an entity that has room for less than a small property more. */
  private static Entity largest(String id) {
    for (var bytes = 1 << 20; ; bytes -= 16) {
      try {
        return large(id, bytes);
      } catch (InvalidRequestException tooLarge) {
        assertThat(tooLarge.code()).isEqualTo(ErrorCode.ENTITY_TOO_LARGE);
      }
    }
  }

  private static EdmDateTime at(int hours) {
    return EdmDateTime.of(BEGIN.plus(Duration.ofHours(hours)));
  }

  /** A clock that stands still until a test sets it. */
  private static final class SteppedClock extends Clock {

    private final AtomicReference<Instant> now = new AtomicReference<>(BEGIN);

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now.get();
    }
  }
}
