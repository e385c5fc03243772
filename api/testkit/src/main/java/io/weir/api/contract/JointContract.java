package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Failures.assertEntityExists;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.contract.Failures.assertOtherVersion;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Cases for commits over several partitions and tables, and for reads of several entities as of one
 * moment.
 */
public interface JointContract extends Door {

  @Test
  default void aJointCommitWritesToSeveralPartitionsAndTablesWithOneTimestamp() {
    var rain = Table.in(this);
    var wind = Table.in(this);
    wind.insert(entity("CA", "old"));

    var results = commit(
        insert(rain, "TX", "1"),
        insert(rain, "NM", "2"),
        insert(wind, "TX", "1"),
        TableWrite.of(wind.name(), new Write.Delete(key("CA", "old"), IfMatch.ANY)));
    midScenario();

    var ticks = results.get(0).timestampTicks();
    assertThat(results)
        .containsExactly(
            new WriteResult(ticks),
            new WriteResult(ticks),
            new WriteResult(ticks),
            WriteResult.REMOVED);
    assertThat(rain.get("TX", "1").timestampTicks()).isEqualTo(ticks);
    assertThat(rain.get("NM", "2").timestampTicks()).isEqualTo(ticks);
    assertThat(wind.get("TX", "1").timestampTicks()).isEqualTo(ticks);
    assertThat(wind.find("CA", "old")).isEmpty();
  }

  @Test
  default void aLaterWriteOfAnyOfItsPartitionsHasALaterTimestamp() {
    var rain = Table.in(this);

    var results = commit(insert(rain, "a", "1"), insert(rain, "b", "1"), insert(rain, "c", "1"));

    for (var partition : List.of("a", "b", "c")) {
      assertThat(rain.insert(entity(partition, "2")).timestampTicks())
          .isGreaterThan(results.get(0).timestampTicks());
    }
  }

  @Test
  default void aFailingOperationIsNamedAndNothingIsWritten() {
    var rain = Table.in(this);
    rain.insert(entity("f", "taken"));

    var failure = assertEntityExists(() -> commit(
        insert(rain, "a", "1"),
        insert(rain, "b", "1"),
        insert(rain, "f", "taken"),
        insert(rain, "d", "1")));
    midScenario();

    assertThat(failure.failedOperation()).isEqualTo(2);
    assertThat(Entities.keysOf(rain.all())).containsExactly("f/taken");
  }

  @Test
  default void theFirstOfSeveralFailingOperationsIsNamed() {
    var rain = Table.in(this);

    var failure = assertNotFound(() -> commit(
        insert(rain, "a", "1"),
        TableWrite.of(rain.name(), new Write.Delete(key("b", "1"), IfMatch.ANY)),
        TableWrite.of(rain.name(), new Write.Delete(key("c", "1"), IfMatch.ANY)),
        TableWrite.of(rain.name(), new Write.Delete(key("d", "1"), IfMatch.ANY))));

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertThat(rain.all()).isEmpty();
  }

  @Test
  default void aCheckOfAVersionPassesUntilTheEntityChanges() {
    var rain = Table.in(this);
    var read = IfMatch.version(rain.insert(entity("a", "read")).etag().orElseThrow());

    commit(TableWrite.present(rain.name(), key("a", "read"), read), insert(rain, "b", "1"));
    rain.upsert(WriteMode.REPLACE, entity("a", "read").set("Changed", 1));
    var failure = assertOtherVersion(() ->
        commit(insert(rain, "b", "2"), TableWrite.present(rain.name(), key("a", "read"), read)));
    midScenario();

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertThat(rain.find("b", "1")).isPresent();
    assertThat(rain.find("b", "2")).isEmpty();
  }

  @Test
  default void aCheckOfAnAbsentEntityPassesUntilItIsStored() {
    var rain = Table.in(this);

    commit(TableWrite.absent(rain.name(), key("a", "1")), insert(rain, "b", "1"));
    rain.insert(entity("a", "1"));
    assertEntityExists(
        () -> commit(TableWrite.absent(rain.name(), key("a", "1")), insert(rain, "b", "2")));
    assertNotFound(() -> commit(
        TableWrite.present(rain.name(), key("a", "2"), IfMatch.ANY), insert(rain, "b", "2")));
    midScenario();

    assertThat(Entities.keysOf(rain.all())).containsExactly("a/1", "b/1");
  }

  @Test
  default void aCommitOfChecksAloneWritesNothing() {
    var rain = Table.in(this);
    var stored = rain.insert(entity("a", "1"));

    var results = commit(
        TableWrite.present(rain.name(), key("a", "1"), IfMatch.ANY),
        TableWrite.absent(rain.name(), key("b", "1")));
    midScenario();

    assertThat(results).containsExactly(WriteResult.REMOVED, WriteResult.REMOVED);
    assertThat(rain.get("a", "1").timestampTicks()).isEqualTo(stored.timestampTicks());
    assertThat(rain.all()).hasSize(1);
  }

  @Test
  default void aJointCommitMergesWithWhatIsStored() {
    var rain = Table.in(this);
    rain.insert(entity("a", "1").set("Old", 1));
    rain.insert(entity("b", "1").set("Old", 1));

    commit(
        TableWrite.of(
            rain.name(), new Write.Upsert(entity("a", "1").set("New", 2).build(), WriteMode.MERGE)),
        TableWrite.of(
            rain.name(),
            new Write.Update(
                entity("b", "1").set("New", 2).build(), WriteMode.REPLACE, IfMatch.ANY)));
    midScenario();

    assertThat(rain.get("a", "1").toMap()).containsOnlyKeys("Old", "New");
    assertThat(rain.get("b", "1").toMap()).containsOnlyKeys("New");
  }

  @Test
  default void aMissingTableIsNamed() {
    var rain = Table.in(this);
    var absent = Table.absentIn(this);

    var failure =
        assertTableNotFound(() -> commit(insert(rain, "a", "1"), insert(absent, "a", "1")));

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertThat(rain.all()).isEmpty();
  }

  @Test
  default void aJointCommitHoldsAtMostAThousandOperations() {
    var rain = Table.in(this);
    var operations = IntStream.range(0, 1_001)
        .mapToObj(i -> insert(rain, "p" + i % 37, "" + i))
        .toList();

    commit(operations.subList(0, 1_000).toArray(TableWrite[]::new));
    midScenario();

    assertThat(rain.all()).hasSize(1_000);
    var failure = assertInvalid(ErrorCode.INVALID_INPUT, () -> new JointCommit(operations));
    assertThat(failure.failedOperation()).isEqualTo(999);
    assertInvalid(ErrorCode.INVALID_INPUT, () -> new JointCommit(List.of()));
  }

  @Test
  default void aJointCommitHoldsAtMostSixteenMebibytes() {
    var rain = Table.in(this);
    var operations = new ArrayList<TableWrite>();
    for (var i = 0; i < 16; i++) {
      operations.add(TableWrite.of(
          rain.name(), new Write.Insert(filled("p" + i, "1", "B", 1_000_000).build())));
    }

    commit(operations.toArray(TableWrite[]::new));
    midScenario();

    assertThat(rain.all()).hasSize(16);
    operations.add(TableWrite.of(
        rain.name(), new Write.Insert(filled("p16", "1", "B", 1_000_000).build())));
    assertInvalid(ErrorCode.REQUEST_BODY_TOO_LARGE, () -> new JointCommit(operations));
  }

  @Test
  default void anEntityIsNamedOncePerCommit() {
    var rain = Table.in(this);
    var operations = List.of(insert(rain, "a", "1"), TableWrite.absent(rain.name(), key("a", "1")));

    var failure = assertInvalid(ErrorCode.INVALID_DUPLICATE_ROW, () -> new JointCommit(operations));

    assertThat(failure.failedOperation()).isEqualTo(1);
  }

  @Test
  default void aJointReadAnswersInTheOrderOfItsKeys() {
    var rain = Table.in(this);
    var wind = Table.in(this);
    commit(insert(rain, "a", "1"), insert(wind, "b", "2"));
    midScenario();

    var found = getAll(List.of(
        new TableKey(wind.name(), key("b", "2")),
        new TableKey(rain.name(), key("nothing", "here")),
        new TableKey(rain.name(), key("a", "1")),
        new TableKey(wind.name(), key("b", "2"))));

    assertThat(found.stream().map(each -> each.map(Entities::keyOf)))
        .containsExactly(
            Optional.of("b/2"), Optional.empty(), Optional.of("a/1"), Optional.of("b/2"));
  }

  @Test
  default void aJointReadRefusesAMissingTableAndTooManyKeys() {
    var rain = Table.in(this);
    var known = new TableKey(rain.name(), key("a", "1"));
    var unknown = new TableKey(Table.absentIn(this).name(), key("a", "1"));

    assertTableNotFound(() -> getAll(List.of(known, unknown)));
    assertThat(getAll(
            IntStream.range(0, TableService.MAX_KEYS).mapToObj(i -> known).toList()))
        .hasSize(TableService.MAX_KEYS);
    assertInvalid(
        ErrorCode.INVALID_INPUT,
        () -> getAll(
            IntStream.range(0, TableService.MAX_KEYS + 1).mapToObj(i -> known).toList()));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> getAll(List.of()));
  }

  @Test
  default void aJointReadAnswersAtMostSixteenMebibytes() {
    var rain = Table.in(this);
    rain.insert(filled("a", "1", "B", 1_000_000));
    var large = new TableKey(rain.name(), key("a", "1"));

    assertThat(getAll(IntStream.range(0, 16).mapToObj(i -> large).toList())).hasSize(16);
    assertInvalid(
        ErrorCode.INVALID_INPUT,
        () -> getAll(IntStream.range(0, 17).mapToObj(i -> large).toList()));
  }

  @Test
  default void transfersBetweenPartitionsNeverChangeTheSumThatJointReadsSee() {
    var rain = Table.in(this);
    var wind = Table.in(this);
    var accounts = IntStream.range(0, 6)
        .mapToObj(i -> new TableKey((i % 2 == 0 ? rain : wind).name(), key("account" + i, "")))
        .toList();
    commit(accounts.stream()
        .map(account -> TableWrite.of(account.table(), new Write.Insert(balance(account, 100))))
        .toArray(TableWrite[]::new));

    var transfers =
        Flux.range(0, 200).flatMap(i -> transfer(accounts, new Random(i)), 8).then();
    var sums = Flux.range(0, 200)
        .concatMap(i -> service().getAll(accounts).map(JointContract::sum))
        .collectList();
    var seen = Mono.zip(transfers.thenReturn(true), sums).block(Table.PATIENCE);
    midScenario();

    assertThat(Objects.requireNonNull(seen).getT2()).hasSize(200).containsOnly(600);
    assertThat(sum(getAll(accounts))).isEqualTo(600);
  }

  private Mono<List<WriteResult>> transfer(List<TableKey> accounts, Random random) {
    var from = accounts.get(random.nextInt(3));
    var to = accounts.get(3 + random.nextInt(3));
    var amount = random.nextInt(20);
    return Mono.defer(() -> service().getAll(List.of(from, to)))
        .flatMap(found -> service()
            .commit(JointCommit.of(
                moved(from, found.get(0).orElseThrow(), -amount),
                moved(to, found.get(1).orElseThrow(), amount))))
        .retryWhen(Retry.backoff(1_000, Duration.ofMillis(1))
            .maxBackoff(Duration.ofMillis(20))
            .filter(failure -> failure instanceof PreconditionFailedException
                || failure instanceof ServiceBusyException));
  }

  private static TableWrite moved(TableKey account, Entity read, int amount) {
    var after = balance(account, read.getInt32("Balance").orElseThrow() + amount);
    return TableWrite.of(
        account.table(),
        new Write.Update(after, WriteMode.REPLACE, IfMatch.version(read.etag().orElseThrow())));
  }

  private static Entity balance(TableKey account, int balance) {
    return entity(account.key().partitionKey(), account.key().rowKey())
        .set("Balance", balance)
        .build();
  }

  private static int sum(List<Optional<Entity>> accounts) {
    return accounts.stream()
        .mapToInt(each -> each.orElseThrow().getInt32("Balance").orElseThrow())
        .sum();
  }

  private static TableWrite insert(Table table, String partition, String row) {
    return TableWrite.of(table.name(), new Write.Insert(entity(partition, row).build()));
  }

  private List<WriteResult> commit(TableWrite... operations) {
    return Objects.requireNonNull(
        service().commit(JointCommit.of(operations)).block(Table.PATIENCE));
  }

  private List<Optional<Entity>> getAll(List<TableKey> keys) {
    return Objects.requireNonNull(service().getAll(keys).block(Table.PATIENCE));
  }
}
