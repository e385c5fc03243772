package io.weir.engine.simulation;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.engine.Engine;
import io.weir.engine.catalog.Table;
import io.weir.engine.simulation.Operation.Hearing;
import io.weir.engine.simulation.Operation.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Sinks;

/**
 * A bulk write over many steps, with other work and perhaps a crash between any two of its lines.
 *
 * <p>A line outside a group is an operation, and so is a group, which is sent when the line after
 * it arrives. Exceptions thrown here pass through the engine to the thread that steps the machine.
 */
final class Upload implements CoreSubscriber<BulkResult> {

  /** Bounds the number of possible histories after a fault. */
  private static final int MOST_UNHEARD = 8;

  /** A line that is yet to be sent, or one that was taken. */
  private record Line(BulkLine line, Operation operation, int shard) {}

  /** The failure with which a user ends the lines. */
  private static final class BrokenOff extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final Random random;
  private final RandomWrites writes;
  private final Ledger ledger;
  private final Engine engine;
  private final Table table;
  private final Sinks.Many<BulkLine> sink = Sinks.unsafe().many().unicast().onBackpressureError();
  private final ArrayDeque<Line> ahead = new ArrayDeque<>();
  private final List<Line> taken = new ArrayList<>();
  private @Nullable Subscription results;
  private @Nullable Line openGroup;
  private int heard;
  private int done;
  private boolean over;
  private final Answers answers = new Answers();

  Upload(Random random, RandomWrites writes, Ledger ledger, Engine engine, Table table) {
    this.random = random;
    this.writes = writes;
    this.ledger = ledger;
    this.engine = engine;
    this.table = table;
  }

  void begin() {
    engine.account(Users.ACCOUNT).bulk(table.name(), sink.asFlux()).subscribe(this);
  }

  boolean goesOnAt(Engine now) {
    return !over && engine == now;
  }

  /** Sends some lines, requests outcomes, or ends. */
  void step() {
    switch (random.nextInt(24)) {
      case 0 -> cancel();
      case 1 -> breakOff();
      case 2 -> complete();
      case 3, 4, 5, 6 -> request(1 + random.nextInt(6));
      default -> sendSome(1 + random.nextInt(4));
    }
  }

  private void sendSome(int count) {
    for (var left = count; left > 0 && !over && ledger.unheard() < MOST_UNHEARD; left--) {
      send();
    }
  }

  private void send() {
    var begins = ahead.isEmpty();
    if (begins) {
      draw();
      endGroup();
    }
    var next = ahead.remove();
    taken.add(next);
    if (next.line.group().isPresent()) {
      openGroup = next;
    } else {
      ledger.sent(next.operation, next.shard);
    }
    sink.tryEmitNext(next.line).orThrow();
  }

  /** Draws lines that are carried out as one operation. */
  private void draw() {
    var number = ledger.nextNumber();
    var partition = writes.partition();
    var isGroup = random.nextInt(3) == 0;
    var drawn = writes.some(table.id(), partition, isGroup ? 4 : 1, number);
    var operation = ledger.operation(Hearing.IN_ORDER_OF_LINES, Users.changes(drawn));
    var shard = Users.shardOfPartition(engine.store(), table.id(), partition);
    for (var each : drawn.values()) {
      var line = isGroup ? BulkLine.of(each.write(), "g" + number) : BulkLine.of(each.write());
      ahead.add(new Line(line, operation, shard));
    }
  }

  private void endGroup() {
    var group = openGroup;
    if (group != null) {
      openGroup = null;
      ledger.sent(group.operation, group.shard);
    }
  }

  private void complete() {
    if (ahead.isEmpty() && !taken.isEmpty()) {
      endGroup();
      over = true; // no more lines are sent; outcomes still arrive
      sink.tryEmitComplete().orThrow();
      request(Long.MAX_VALUE);
    }
  }

  /** Fails the lines. The open group is not sent, even if all its lines were taken. */
  private void breakOff() {
    over = true;
    sink.tryEmitError(new BrokenOff()).orThrow();
    request(Long.MAX_VALUE);
  }

  private void cancel() {
    over = true;
    ledger.cancelled();
    if (results != null) {
      results.cancel();
    }
  }

  private void request(long more) {
    if (results != null) {
      results.request(more);
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    results = subscription;
    subscription.request(random.nextBoolean() ? Long.MAX_VALUE : 1);
  }

  @Override
  public void onNext(BulkResult result) {
    result.dispatch(answers);
  }

  @Override
  public void onError(Throwable cause) {
    over = true;
    var isOfTable = cause instanceof TableServiceException refusal
        && refusal.code() == ErrorCode.TABLE_NOT_FOUND;
    if (!isOfTable && !(cause instanceof BrokenOff)) {
      throw new AssertionError("failure outside the contract", cause);
    }
  }

  @Override
  public void onComplete() {
    over = true;
  }

  /**
   * Records the outcome of each operation with its first line. The other lines of a group must
   * agree with it.
   */
  private final class Answers implements BulkResult.Handler<Operation> {

    @Override
    public Operation done(BulkResult.Done result) {
      var line = next(result.line());
      var ticks = result.result().timestampTicks();
      done++;
      if (line.operation.outcome() == Outcome.PENDING) {
        ledger.done(line.operation, line.shard, ticks);
      }
      return require(line.operation, line.operation.outcome() == Outcome.DONE);
    }

    @Override
    public Operation refused(BulkResult.Refused result) {
      var line = next(result.line());
      if (line.operation.outcome() == Outcome.PENDING) {
        ledger.failed(line.operation, result.cause());
      }
      return require(line.operation, line.operation.outcome() != Outcome.DONE);
    }

    @Override
    public Operation end(BulkResult.End end) {
      var last = taken.get(taken.size() - 1).operation;
      return require(
          last, heard == taken.size() && end.equals(new BulkResult.End(done, heard - done)));
    }

    private Line next(long number) {
      var line = taken.get(heard++);
      require(line.operation, number == heard - 1);
      return line;
    }

    private Operation require(Operation operation, boolean isSo) {
      if (!isSo) {
        throw new AssertionError(
            "answered out of order, partly or not at all heard=" + heard + " " + operation);
      }
      return operation;
    }
  }
}
