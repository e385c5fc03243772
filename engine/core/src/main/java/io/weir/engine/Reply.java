package io.weir.engine;

import static java.util.Objects.requireNonNull;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.command.StalePlan;
import io.weir.engine.shard.CommandReply;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a command to its subscriber. Runs on: the loop that answers the command.
 *
 * @param result runs when the command is durable, before its outcome is signalled; returns the
 *     value for its Timestamp, null for none
 * @param naming returns the failure that a client sees
 * @param again plans the command again and sends it with this reply, because a unique index has
 *     made it stale; null for commands that write no entity
 */
record Reply<T>(
    MonoSink<T> sink,
    LongFunction<@Nullable T> result,
    UnaryOperator<TableServiceException> naming,
    @Nullable Consumer<CommandReply> again)
    implements CommandReply {

  /** Returns a reply for a command of several operations, of which a failure names one. */
  static <T> Reply<T> ofOperations(
      MonoSink<T> sink, LongFunction<@Nullable T> result, Consumer<CommandReply> again) {
    return new Reply<>(sink, result, UnaryOperator.identity(), again);
  }

  /** Returns a reply for the write of one entity. */
  static <T> Reply<T> ofWrite(
      MonoSink<T> sink, LongFunction<@Nullable T> result, Consumer<CommandReply> again) {
    return new Reply<>(sink, result, Reply::ofNoOperation, again);
  }

  /** Returns a reply for a command that writes no entity. */
  static <T> Reply<T> of(MonoSink<T> sink, LongFunction<@Nullable T> result) {
    return new Reply<>(sink, result, Reply::ofNoOperation, null);
  }

  /**
   * Returns a reply for a change of a row of the catalog.
   *
   * @param refusal the failure when the row exists already, or when it is absent
   * @param effect runs when the change is durable
   */
  static Reply<Void> ofRow(MonoSink<Void> sink, ErrorCode refusal, Runnable effect) {
    return new Reply<>(
        sink,
        ticks -> {
          effect.run();
          return null;
        },
        failure -> failure instanceof ConflictException || failure instanceof NotFoundException
            ? TableServiceException.of(refusal, "")
            : ofNoOperation(failure),
        null);
  }

  /**
   * Returns this reply, which first runs a task when the command fails, whether or not the caller
   * still waits.
   */
  Reply<T> whenFailed(Runnable task) {
    return new Reply<>(
        sink,
        result,
        failure -> {
          task.run();
          return naming.apply(failure);
        },
        again);
  }

  private static TableServiceException ofNoOperation(TableServiceException failure) {
    return failure.atOperation(TableServiceException.NO_OPERATION);
  }

  @Override
  public void done(long timestampTicks) {
    sink.success(result.apply(timestampTicks));
  }

  /** Plans the command again and sends it with another reply. */
  void again(CommandReply reply) {
    requireNonNull(again).accept(reply);
  }

  @Override
  public void failed(TableServiceException failure) {
    if (again != null && StalePlan.is(failure)) {
      again(this);
    } else {
      sink.error(naming.apply(failure));
    }
  }
}
