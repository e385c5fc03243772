package io.weir.pattern;

import static io.weir.pattern.MoveByHandPattern.archive;
import static io.weir.pattern.MoveByHandPattern.employee;
import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.Outbox;
import io.weir.api.TableKey;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Reception;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Eventually consistent transactions: an employee leaves, and her entity moves from the table of
 * the current employees to the archive. Three ways: by one joint commit; by an outbox and an
 * idempotent worker; by hand over a service of tables and a service of queues that know nothing of
 * each other, which {@link MoveByHandPattern} has.
 */
public interface TransactionsPattern extends MoveByHandPattern {

  /** Returns the commits of writes and messages together. */
  Outbox outbox();

  /** The first way. There is nothing to repair, because there is no step between the two writes. */
  @Test
  default void oneJointCommitMovesAnEmployee() {
    var tables = weir();
    var current = table("Current");
    var archive = table("Archive");
    var employee = employee("000223");
    await(tables.write(current, new Write.Insert(employee)));

    // snippet
    var moved = tables.commit(new JointCommit(List.of(
        TableWrite.of(current, new Write.Delete(employee.key(), IfMatch.ANY)),
        TableWrite.of(archive, new Write.Insert(employee)))));
    // end of snippet

    await(moved);
    assertThat(isIn(archive, "000223") && !isIn(current, "000223")).isTrue();
  }

  @Test
  default void aProgramThatDiesDuringAJointCommitLeavesTheEmployeeInOneTable() {
    var current = table("Current");
    var archive = table("Archive");

    KilledProgram.everywhere(
        (program, run) -> {
          await(weir().write(current, new Write.Insert(employee(run))));
          return program
              .reach(TableService.class, weir())
              .commit(new JointCommit(List.of(
                  TableWrite.of(current, new Write.Delete(employee(run).key(), IfMatch.ANY)),
                  TableWrite.of(archive, new Write.Insert(employee(run))))));
        },
        run -> assertThat(await(weir()
                .getAll(List.of(
                    new TableKey(current, employee(run).key()),
                    new TableKey(archive, employee(run).key())))))
            .as(run)
            .filteredOn(Optional::isPresent)
            .hasSize(1));
  }

  /** The second way. The employee is marked and the worker is told, or neither. */
  @Test
  default void anOutboxTellsAWorkerToMoveAnEmployee() {
    var tables = weir();
    var queues = queues();
    var current = table("Current");
    var archive = table("Archive");
    var leaving = queue();
    var employee = employee("000223");
    await(tables.write(current, new Write.Insert(employee)));

    // snippet
    var mark = Entity.builder("Sales", "000223").set("Leaving", true).build();
    var told = outbox()
        .commit(
            new JointCommit(List.of(
                TableWrite.of(current, new Write.Update(mark, WriteMode.MERGE, IfMatch.ANY)))),
            List.of(new AddressedMessage(leaving, NewMessage.of("000223"))));

    var worker = queues
        .receive(leaving, Reception.DEFAULT)
        .concatMap(delivery -> archive(tables, current, archive, delivery.text())
            .then(delivery.acknowledge())
            .thenReturn(delivery.text()));
    // end of snippet

    await(told);
    assertThat(await(worker.next())).isEqualTo("000223");
    assertThat(isIn(archive, "000223") && !isIn(current, "000223")).isTrue();
    assertThat(await(queues.properties(leaving)).messages()).isZero();
  }

  @Test
  default void aDeadProgramHasMarkedAnEmployeeOnlyIfAWorkerIsTold() {
    killEverywhere(
        (program, run) -> {
          var mark =
              Entity.builder("Sales", run.employee()).set("Leaving", true).build();
          return program
              .reach(Outbox.class, outbox())
              .commit(
                  new JointCommit(List.of(TableWrite.of(
                      run.current(), new Write.Update(mark, WriteMode.MERGE, IfMatch.ANY)))),
                  List.of(new AddressedMessage(run.leaving(), NewMessage.of(run.employee()))));
        },
        run -> assertThat(isMarked(run)).as(run + "").isEqualTo(isWaiting(run) && isCurrent(run)));
  }
}
