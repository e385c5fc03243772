package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/**
 * Accounts in several partitions and two tables, between which random users move money by joint
 * commits.
 *
 * <p>The sum of all balances never changes: every joint read must find it, and every start.
 */
final class Bank {

  private static final List<TableName> TABLES =
      List.of(new TableName("Rain"), new TableName("Wind"));
  private static final int ACCOUNTS = 9;
  private static final int FIRST_BALANCE = 100;
  private static final String BALANCE = "Balance";

  private final Random random;
  private final boolean everyAnswerPromises;
  private final List<TableKey> accounts;

  /** The highest Timestamp that was acknowledged, by account. */
  private final Map<TableKey, Long> promised = new HashMap<>();

  private long asked;
  private long answered;
  private long moved;
  private long conflicts;

  Bank(Random random, boolean everyAnswerPromises) {
    this.random = random;
    this.everyAnswerPromises = everyAnswerPromises;
    this.accounts = IntStream.range(0, ACCOUNTS)
        .mapToObj(i -> new TableKey(TABLES.get(i % 2), new EntityKey("p" + i, "account")))
        .toList();
  }

  long moved() {
    return moved;
  }

  long conflicts() {
    return conflicts;
  }

  /** Returns how many joint commits were not answered. */
  long unanswered() {
    return asked - answered;
  }

  /** A process has ended: its users hear nothing more. */
  void hangUp() {
    answered = asked;
  }

  /** Opens all accounts with one joint commit. The store must be at rest after it. */
  void open(TableService service) {
    TABLES.forEach(table -> service.createTable(table).subscribe());
  }

  JointCommit firstDeposits() {
    return new JointCommit(accounts.stream()
        .map(account ->
            TableWrite.of(account.table(), new Write.Insert(entity(account, FIRST_BALANCE))))
        .toList());
  }

  /** Moves money, or does something beside. */
  void act(Engine engine) {
    var service = engine.account(Users.ACCOUNT);
    switch (random.nextInt(8)) {
      case 0 -> write(service);
      case 1 ->
        service
            .deleteRange(
                TABLES.get(0),
                FilterParser.parse("PartitionKey eq 'p" + account() + "' and RowKey gt 'b'"))
            .subscribe(done -> {}, this::mayFail);
      case 2 -> expectSum(service);
      default -> move(service);
    }
  }

  private int account() {
    return random.nextInt(ACCOUNTS);
  }

  /** Writes to another row of an account's partition. */
  private void write(TableService service) {
    var account = accounts.get(account());
    var other = Entity.builder(account.key().partitionKey(), "other" + random.nextInt(4))
        .set("Data", new byte[random.nextInt(300)])
        .build();
    service
        .write(account.table(), new Write.Upsert(other, WriteMode.REPLACE))
        .subscribe(done -> {}, this::mayFail);
  }

  private void move(TableService service) {
    var parties = new ArrayList<TableKey>();
    for (var most = 2 + random.nextInt(3); parties.size() < most; ) {
      var party = accounts.get(account());
      if (!parties.contains(party)) {
        parties.add(party);
      }
    }
    now(service.getAll(parties)).ifPresent(found -> move(service, parties, found));
  }

  /** Moves money from the first party to the second. The others are only checked. */
  private void move(TableService service, List<TableKey> parties, List<Optional<Entity>> found) {
    var amount = random.nextInt(50);
    var operations = new ArrayList<TableWrite>();
    for (var i = 0; i < parties.size(); i++) {
      var entity = found.get(i).orElseThrow();
      var version = IfMatch.version(entity.etag().orElseThrow());
      var balance = entity.getInt32(BALANCE).orElseThrow() + (i == 0 ? -amount : amount);
      operations.add(
          i < 2
              ? TableWrite.of(
                  parties.get(i).table(),
                  new Write.Update(entity(parties.get(i), balance), WriteMode.MERGE, version))
              : TableWrite.present(parties.get(i).table(), parties.get(i).key(), version));
    }
    if (random.nextInt(10) == 0) {
      operations.add(TableWrite.absent(TABLES.get(0), new EntityKey("p" + account(), "nothing")));
    }
    asked++;
    service
        .commit(new JointCommit(operations))
        .subscribe(
            results -> {
              answered++;
              moved++;
              promise(parties.get(0), results.get(0).timestampTicks());
              promise(parties.get(1), results.get(1).timestampTicks());
              assertThat(results.get(0)).as("one Timestamp").isEqualTo(results.get(1));
            },
            failure -> {
              answered++;
              mayFail(failure);
            });
  }

  private void promise(TableKey account, long ticks) {
    if (everyAnswerPromises) {
      promised.merge(account, ticks, Math::max);
    }
  }

  private void mayFail(Throwable failure) {
    if (failure instanceof PreconditionFailedException) {
      conflicts++;
    } else if (!(failure instanceof ServiceBusyException
        || failure instanceof ServiceFailedException
        || failure instanceof ConflictException)) {
      throw new AssertionError("not of the contract", failure);
    }
  }

  /** Expects that a joint read finds all the money, unless it is refused. */
  private void expectSum(TableService service) {
    now(service.getAll(accounts)).ifPresent(this::expectSum);
  }

  private void expectSum(List<Optional<Entity>> found) {
    assertThat(found.stream()
            .mapToInt(each -> each.orElseThrow().getInt32(BALANCE).orElseThrow())
            .sum())
        .as("the sum of all balances")
        .isEqualTo(ACCOUNTS * FIRST_BALANCE);
  }

  /** Expects all the money, and every transfer that was acknowledged, after a start. */
  void expectEverything(Engine engine) {
    var service = engine.account(Users.ACCOUNT);
    expectSum(service);
    var sum = new int[1];
    for (var table : TABLES) {
      service.query(table, Query.ALL).subscribe(entity -> {
        if (entity.rowKey().equals("account")) {
          sum[0] += entity.getInt32(BALANCE).orElseThrow();
        }
      });
    }
    assertThat(sum[0]).as("the sum that queries find").isEqualTo(ACCOUNTS * FIRST_BALANCE);
    promised.forEach((account, ticks) -> now(service.get(account.table(), account.key()))
        .ifPresent(entity -> assertThat(entity.timestampTicks())
            .as("an acknowledged transfer of %s", account)
            .isGreaterThanOrEqualTo(ticks)));
  }

  /** Expects that no read finds an account as it was before a transfer that was acknowledged. */
  void expectNothingStale(Engine engine) {
    var service = engine.account(Users.ACCOUNT);
    promised.forEach(
        (account, ticks) -> now(Mono.defer(() -> service.get(account.table(), account.key())))
            .ifPresent(entity -> assertThat(entity.timestampTicks())
                .as("a read of %s after an acknowledged transfer", account)
                .isGreaterThanOrEqualTo(ticks)));
  }

  /** Expects that a reader of a node that may not lead finds all accounts as of one moment. */
  void expectOneMoment(Engine engine) {
    now(engine.secondary(Users.ACCOUNT).getAll(accounts))
        .filter(found -> found.stream().anyMatch(Optional::isPresent))
        .ifPresent(this::expectSum);
  }

  /**
   * Returns the value of a read, which the calling thread carries out; empty when it is refused.
   */
  private static <T> Optional<T> now(Mono<T> read) {
    var value = new AtomicReference<T>();
    read.subscribe(value::set, failure -> {
      if (!(failure instanceof TableServiceException)) {
        throw new AssertionError(failure);
      }
    });
    return Optional.ofNullable(value.get());
  }

  private static Entity entity(TableKey account, int balance) {
    return Entity.builder(account.key().partitionKey(), account.key().rowKey())
        .set(BALANCE, balance)
        .build();
  }
}
