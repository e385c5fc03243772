package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Reception;
import io.weir.api.queue.Take;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The third way of {@link TransactionsPattern}: an employee moves to the archive by hand, as the
 * design guide has it, over a service of tables and a service of queues that know nothing of each
 * other. Any services of the two protocols will do.
 */
public interface MoveByHandPattern extends PatternDoor {

  /** Hides a message from other workers until the worker that took it is surely dead. */
  Duration HIDDEN = Duration.ofSeconds(1);

  /** Queues of this process so far. */
  AtomicInteger QUEUES = new AtomicInteger();

  /** Returns the queues beside the tables. */
  QueueService queues();

  /** The message is the promise to move. */
  @Test
  default void byHandAMessageAndAWorkerMoveAnEmployee() {
    var tables = weir();
    var queues = queues();
    var current = table("Current");
    var archive = table("Archive");
    var leaving = queue();
    await(tables.write(current, new Write.Insert(employee("000223"))));

    // snippet
    var promised = queues.put(leaving, NewMessage.of("000223").neverExpiring());

    var kept = queues
        .take(leaving, Take.upTo(1))
        .flatMapIterable(taken -> taken)
        .concatMap(taken -> archive(tables, current, archive, taken.text())
            .then(queues.deleteMessage(leaving, HeldMessage.of(taken))));
    // end of snippet

    await(promised);
    kept.then().block(PATIENCE);
    assertThat(isIn(archive, "000223") && !isIn(current, "000223")).isTrue();
    assertThat(await(queues.properties(leaving)).messages()).isZero();
  }

  @Test
  default void byHandADeadProgramLeavesAnEmployeeThatStaysOrAMessageThatMovesHer() {
    killEverywhere(
        (program, run) -> program
            .reach(QueueService.class, queues())
            .put(run.leaving(), NewMessage.of(run.employee()).neverExpiring()),
        run -> assertThat(isWaiting(run) || isCurrent(run) != isArchived(run))
            .as(run + "")
            .isTrue());
  }

  /** One run of a program. Each has an employee and a queue of its own. */
  record Run(TableName current, TableName archive, QueueName leaving, String employee) {}

  /** The step that promises to move an employee. */
  interface Promise {
    Publisher<?> of(KilledProgram program, Run run);
  }

  /**
   * Lets a program that promises to move an employee and then moves her die at each of its calls,
   * checks what it leaves, and lets a worker that does not die finish.
   */
  default void killEverywhere(Promise promise, Consumer<Run> check) {
    var current = table("Current");
    var archive = table("Archive");
    var runs = new LinkedHashMap<String, Run>();
    KilledProgram.everywhere(
        (program, employee) -> {
          var run = new Run(current, archive, queue(), employee);
          runs.put(employee, run);
          await(weir().write(current, new Write.Insert(employee(employee))));
          return Flux.from(promise.of(program, run))
              .then(work(
                  program.reach(TableService.class, weir()),
                  program.reach(QueueService.class, queues()),
                  run));
        },
        employee -> check.accept(Objects.requireNonNull(runs.get(employee))));

    finish(runs.values());
    assertThat(runs.values())
        .allMatch(run -> isCurrent(run) != isArchived(run))
        .noneMatch(this::isMarked);
    assertThat(runs.values())
        .as("only the program that died before its first call has moved nobody")
        .filteredOn(this::isCurrent)
        .hasSize(1);
  }

  /** Each step can be repeated, so it does not matter how often a worker has died on the way. */
  static Mono<Void> archive(
      TableService tables, TableName current, TableName archive, String employee) {
    var key = new EntityKey("Sales", employee);
    return tables
        .get(current, key)
        .flatMap(found -> tables.write(archive, new Write.Upsert(found, WriteMode.REPLACE)))
        .then(Mono.defer(() -> tables.write(current, new Write.Delete(key, IfMatch.ANY))))
        .onErrorComplete(NotFoundException.class)
        .then();
  }

  /** Takes a message, moves its employee, and deletes the message. */
  private static Mono<Void> work(TableService tables, QueueService queues, Run run) {
    return queues
        .take(run.leaving(), new Take(1, HIDDEN))
        .flatMapIterable(taken -> taken)
        .concatMap(taken -> archive(tables, run.current(), run.archive(), taken.text())
            .then(queues.deleteMessage(run.leaving(), HeldMessage.of(taken))))
        .then();
  }

  /** Lets a worker that does not die go through the queues of all runs. */
  private void finish(Collection<Run> runs) {
    Flux.fromIterable(runs)
        .flatMap(
            run -> Mono.defer(() -> queues().properties(run.leaving()))
                .filter(queue -> queue.messages() > 0)
                .flatMapMany(queue -> queues()
                    .receive(run.leaving(), Reception.DEFAULT)
                    .concatMap(
                        delivery -> archive(weir(), run.current(), run.archive(), delivery.text())
                            .then(delivery.acknowledge())
                            .thenReturn(true))
                    .take(queue.messages())),
            runs.size())
        .blockLast(PATIENCE);
  }

  default boolean isMarked(Run run) {
    return await(weir()
        .get(run.current(), new EntityKey("Sales", run.employee()))
        .mapNotNull(found -> found.getBoolean("Leaving").orElse(null))
        .defaultIfEmpty(false));
  }

  default boolean isCurrent(Run run) {
    return isIn(run.current(), run.employee());
  }

  default boolean isArchived(Run run) {
    return isIn(run.archive(), run.employee());
  }

  default boolean isWaiting(Run run) {
    return await(queues().properties(run.leaving())).messages() == 1;
  }

  default boolean isIn(TableName table, String employee) {
    return await(weir().get(table, new EntityKey("Sales", employee)).hasElement());
  }

  /** Creates a queue with a fresh name. */
  default QueueName queue() {
    var name =
        new QueueName(("leaving-" + RUN + "-" + QUEUES.incrementAndGet()).toLowerCase(Locale.ROOT));
    await(queues().create(name));
    return name;
  }

  static Entity employee(String id) {
    return Entity.builder("Sales", id).set("LastName", "Jones").build();
  }
}
