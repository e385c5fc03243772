package io.weir.perf.pattern;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Moving an employee from one table to another: two writes, a message and a worker, an outbox, a
 * joint commit.
 */
final class MovingCosts {

  private static final String PATTERN = "eventually-consistent-transactions";
  private static final int WAYS = 4;

  private final PatternBench bench;
  private final TableName current = new TableName("Current");
  private final TableName archive = new TableName("Archive");
  private final QueueName leaving = new QueueName("leaving");
  private int moved;

  MovingCosts(PatternBench bench) {
    this.bench = bench;
  }

  void measure() {
    var times = Math.min(bench.effort().points(), bench.staff().employees() / (2 * WAYS));
    StaffLoader.load(
        bench.raw(), current, Flux.range(0, 2 * WAYS * times).map(bench.staff()::employee));
    bench.create(archive.value());
    bench.queues().create(leaving).block();
    bench
        .ask(PATTERN, "move an employee to another table", times)
        .naive("two writes, neither safe without the other", i -> inTwoWrites(next()))
        .pattern("message and worker (saga)", i -> byMessage(next()))
        .pattern("outbox and worker (saga)", i -> byOutbox(next()))
        .natively("joint commit", i -> jointly(next()));
    bench.drop(current, archive);
  }

  private Entity next() {
    return bench.staff().employee(moved++);
  }

  private Mono<Void> inTwoWrites(Entity employee) {
    return bench
        .tables()
        .write(archive, new Write.Insert(employee))
        .then(bench.tables().write(current, new Write.Delete(employee.key(), IfMatch.ANY)))
        .then();
  }

  private Mono<Void> jointly(Entity employee) {
    return bench
        .tables()
        .commit(JointCommit.of(
            TableWrite.of(current, new Write.Delete(employee.key(), IfMatch.ANY)),
            TableWrite.of(archive, new Write.Insert(employee))))
        .then();
  }

  private Mono<Void> byMessage(Entity employee) {
    var message = NewMessage.of(employee.rowKey()).neverExpiring();
    return bench.counts().request(bench.queues().put(leaving, message)).then(work(employee));
  }

  private Mono<Void> byOutbox(Entity employee) {
    var mark = Entity.builder(employee.partitionKey(), employee.rowKey())
        .set("Leaving", true)
        .build();
    var commit = bench
        .outbox()
        .commit(
            JointCommit.of(
                TableWrite.of(current, new Write.Update(mark, WriteMode.MERGE, IfMatch.ANY))),
            List.of(new AddressedMessage(leaving, NewMessage.of(employee.rowKey()))));
    return bench.counts().writing(1, bench.counts().request(commit)).then(work(employee));
  }

  /** Takes the message of an employee, moves the employee, and deletes the message. */
  private Mono<Void> work(Entity employee) {
    return Mono.defer(() -> bench.counts().request(bench.queues().take(leaving, Take.upTo(1))))
        .flatMapIterable(taken -> taken)
        .single() // fails if the message is not there
        .flatMap(taken -> archive(employee).then(delete(taken)));
  }

  private Mono<Void> archive(Entity employee) {
    return bench
        .tables()
        .get(current, employee.key())
        .flatMap(found -> bench.tables().write(archive, new Write.Upsert(found, WriteMode.REPLACE)))
        .then(bench.tables().write(current, new Write.Delete(employee.key(), IfMatch.ANY)))
        .then();
  }

  private Mono<Void> delete(TakenMessage taken) {
    return bench.counts().request(bench.queues().deleteMessage(leaving, HeldMessage.of(taken)));
  }
}
