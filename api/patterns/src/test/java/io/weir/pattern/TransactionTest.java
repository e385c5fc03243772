package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Transactions against writers that come between their reads and their commit. */
final class TransactionTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("Accounts");

  private final ModelTableService service = new ModelTableService();

  @BeforeEach
  void create() {
    service.createTable(TABLE).block(SOON);
    put("a", 100);
    put("b", 100);
  }

  @Test
  void aTransferMovesMoneyAndReturnsItsValue() {
    var moved = Transaction.run(service, transaction -> transfer(transaction, "a", "b", 30))
        .block(SOON);

    assertThat(moved).isEqualTo(30);
    assertThat(balance("a")).isEqualTo(70);
    assertThat(balance("b")).isEqualTo(130);
  }

  @Test
  void aChangeWithATokenIsRefused() {
    var attempts = new AtomicInteger();
    var add = Write.change(
        new EntityKey("a", ""), PropertyOperation.of("Balance", Operator.ADD, new EdmInt32(1)));

    assertThatThrownBy(() -> Transaction.run(
                service,
                transaction -> transaction.get(TABLE, add.key()).doOnNext(read -> {
                  attempts.incrementAndGet();
                  transaction.write(TABLE, add.withToken(UUID.randomUUID()));
                }))
            .block(SOON))
        .isInstanceOfSatisfying(InvalidRequestException.class, refused -> {
          assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
          assertThat(refused.facts()).isEqualTo("unexpected=token do=commitWithoutTransaction");
        });
    assertThat(attempts).hasValue(1);
    assertThat(balance("a")).isEqualTo(100);
  }

  @Test
  void concurrentTransfersLoseNothing() {
    Flux.range(0, 64)
        .flatMap(
            i -> Transaction.run(
                    service,
                    transaction -> i % 2 == 0
                        ? transfer(transaction, "a", "b", 1)
                        : transfer(transaction, "b", "a", 2))
                .subscribeOn(Schedulers.parallel()),
            4)
        .blockLast(SOON);

    assertThat(balance("a")).isEqualTo(100 - 32 + 64);
    assertThat(balance("b")).isEqualTo(100 + 32 - 64);
  }

  @Test
  void aChangeOfAnEntityThatWasReadRequiresItsVersion() {
    var attempts = new AtomicInteger();

    Transaction.run(
            service,
            transaction -> transaction
                .get(TABLE, new EntityKey("p", "counted"))
                .hasElement()
                .map(found -> {
                  if (attempts.incrementAndGet() == 1) {
                    service.write(TABLE, counted(Filter.ALL)).block(SOON);
                  }
                  transaction.write(TABLE, counted(Filter.ALL));
                  return found;
                }))
        .block(SOON);

    assertThat(attempts).hasValue(2);
    assertThat(service.get(TABLE, new EntityKey("p", "counted")).block(SOON).getInt32("N"))
        .contains(2);
  }

  @Test
  void aFalseConditionOfAChangeIsNoConflict() {
    var attempts = new AtomicInteger();
    service.write(TABLE, counted(Filter.ALL)).block(SOON);

    assertThatThrownBy(() -> Transaction.run(
                service,
                transaction -> transaction
                    .get(TABLE, new EntityKey("p", "counted"))
                    .map(found -> {
                      attempts.incrementAndGet();
                      transaction.write(TABLE, counted(FilterParser.parse("N gt 9")));
                      return found;
                    }))
            .block(SOON))
        .isInstanceOf(PreconditionFailedException.class)
        .hasMessageContaining("condition=false");

    assertThat(attempts).hasValue(1);
  }

  private static Write counted(Filter condition) {
    return Write.change(
            new EntityKey("p", "counted"), PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)))
        .when(condition)
        .orCreate();
  }

  @Test
  void aWriteBetweenReadAndCommitRunsTheWorkAgain() {
    var attempts = new AtomicInteger();

    Transaction.run(
            service,
            transaction -> transfer(transaction, "a", "b", 10).doOnNext(done -> {
              if (attempts.incrementAndGet() == 1) {
                put("a", 50);
              }
            }))
        .block(SOON);

    assertThat(attempts).hasValue(2);
    assertThat(balance("a")).isEqualTo(40);
  }

  @Test
  void anEntityThatIsOnlyReadIsCheckedToo() {
    var attempts = new AtomicInteger();

    Transaction.run(
            service,
            transaction -> transaction.get(TABLE, key("a")).doOnNext(read -> {
              if (attempts.incrementAndGet() == 1) {
                put("a", 1);
              }
              transaction.write(
                  TABLE,
                  new Write.Insert(entity("copy", read.getInt32("Balance").orElseThrow())));
            }))
        .block(SOON);

    assertThat(attempts).hasValue(2);
    assertThat(balance("copy")).isEqualTo(1);
  }

  @Test
  void anEntityThatWasAbsentMustStayAbsent() {
    var attempts = new AtomicInteger();

    var value = Transaction.run(
            service,
            transaction -> transaction
                .get(TABLE, key("new"))
                .map(found -> "found")
                .switchIfEmpty(Mono.fromSupplier(() -> {
                  if (attempts.incrementAndGet() == 1) {
                    put("new", 7);
                  }
                  transaction.write(TABLE, new Write.Upsert(entity("new", 8), WriteMode.REPLACE));
                  return "written";
                })))
        .block(SOON);

    assertThat(value).isEqualTo("found");
    assertThat(balance("new")).isEqualTo(7);
  }

  @Test
  void anEntityThatEntersARangeOrAnIndexQueryIsNotNoticed() {
    service.createIndex(TABLE, IndexDefinition.of("byBalance", "Balance")).block(SOON);
    var rich = Query.ALL.where("Balance ge 100").orderBy(SortProperty.ascending("Balance"));
    var attempts = new AtomicInteger();

    var count = Transaction.run(
            service,
            transaction -> Mono.zip(
                    service.query(TABLE, rich).count(),
                    service.query(TABLE, Query.ALL).count(),
                    service.count(TABLE, rich).map(QueryReport::returned))
                .doOnNext(counts -> {
                  attempts.incrementAndGet();
                  put("late", 500);
                  transaction.write(
                      TABLE,
                      new Write.Upsert(
                          entity("total", counts.getT1().intValue()), WriteMode.REPLACE));
                })
                .map(counts -> counts.getT1() + counts.getT2() + counts.getT3()))
        .block(SOON);

    assertThat(attempts).hasValue(1);
    assertThat(count).isEqualTo(6);
    assertThat(balance("total")).isEqualTo(2);
  }

  @Test
  void aSetOfEntitiesIsGuardedByAnEntityThatStandsForIt() {
    put("guard", 0);
    var attempts = new AtomicInteger();

    Transaction.run(
            service,
            transaction -> transaction
                .get(TABLE, key("guard"))
                .then(Mono.defer(() -> service.query(TABLE, Query.ALL).count()))
                .doOnNext(count -> {
                  if (attempts.incrementAndGet() == 1) {
                    put("late", 1);
                    put("guard", 1);
                  }
                  transaction.write(
                      TABLE,
                      new Write.Upsert(entity("total", count.intValue()), WriteMode.REPLACE));
                }))
        .block(SOON);

    assertThat(attempts).hasValue(2);
    assertThat(balance("total")).isEqualTo(4);
  }

  @Test
  void aFailureThatNoReadExplainsIsNotRepeated() {
    var attempts = new AtomicInteger();

    assertThatThrownBy(() -> Transaction.run(service, transaction -> {
              attempts.incrementAndGet();
              transaction.write(TABLE, new Write.Insert(entity("a", 1)));
              return Mono.empty();
            })
            .block(SOON))
        .isInstanceOf(ConflictException.class);
    assertThat(attempts).hasValue(1);
  }

  @Test
  void theLastConflictIsReturnedWhenEveryAttemptMeetsOne() {
    var attempts = new AtomicInteger();

    assertThatThrownBy(() -> Transaction.run(
                service,
                transaction -> transfer(transaction, "a", "b", 1)
                    .doOnNext(done -> put("a", attempts.incrementAndGet())))
            .block(SOON))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(attempts).hasValue(Transaction.ATTEMPTS);
  }

  @Test
  void aFailureOfTheWorkCommitsNothing() {
    assertThatThrownBy(() -> Transaction.run(service, transaction -> {
              transaction.write(TABLE, new Write.Delete(key("a"), IfMatch.ANY));
              return Mono.error(new IllegalStateException("refused"));
            })
            .block(SOON))
        .isInstanceOf(IllegalStateException.class);
    assertThat(balance("a")).isEqualTo(100);
  }

  @Test
  void aDeletedEntityThatWasReadIsAConflict() {
    var attempts = new AtomicInteger();

    assertThatThrownBy(() -> Transaction.run(
                service,
                transaction -> transaction
                    .get(TABLE, key("a"))
                    .switchIfEmpty(Mono.error(
                        new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "account=a")))
                    .doOnNext(read -> {
                      attempts.incrementAndGet();
                      service
                          .write(TABLE, new Write.Delete(key("a"), IfMatch.ANY))
                          .block(SOON);
                      transaction.write(TABLE, new Write.Delete(key("a"), IfMatch.ANY));
                    }))
            .block(SOON))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("account=a");
    assertThat(attempts).hasValue(1);
  }

  private static Mono<Integer> transfer(
      Transaction transaction, String from, String to, int amount) {
    return Mono.zip(transaction.get(TABLE, key(from)), transaction.get(TABLE, key(to)))
        .map(both -> {
          transaction.write(TABLE, changed(both.getT1(), -amount));
          transaction.write(TABLE, changed(both.getT2(), amount));
          return amount;
        });
  }

  private static Write changed(Entity read, int amount) {
    return new Write.Upsert(
        entity(read.partitionKey(), read.getInt32("Balance").orElseThrow() + amount),
        WriteMode.REPLACE);
  }

  private void put(String account, int balance) {
    service
        .write(TABLE, new Write.Upsert(entity(account, balance), WriteMode.REPLACE))
        .block(SOON);
  }

  private int balance(String account) {
    return service.get(TABLE, key(account)).block(SOON).getInt32("Balance").orElseThrow();
  }

  private static EntityKey key(String account) {
    return new EntityKey(account, "");
  }

  private static Entity entity(String account, int balance) {
    return Entity.builder(account, "").set("Balance", balance).build();
  }
}
