package io.weir.server.queue;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.server.answer.Responder;
import io.weir.server.auth.QueueAccess;
import io.weir.server.auth.QueuePermission;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A request in progress: its head, the queues of its account, and the rights of its sender.
 *
 * <p>Belongs to the loop of its connection.
 */
record QueueExchange(
    RequestHead head,
    QueuePath path,
    Sender sender,
    QueueAccess access,
    QueueService queues,
    Responder responder) {

  AccountName account() {
    return head.path().account();
  }

  /** Names the operation for metrics, and fails unless the sender may carry it out. */
  void begin(String operation, QueuePermission permission, @Nullable QueueName queue) {
    responder.operation(operation);
    access.require(permission, queue);
  }

  /** Names the operation for metrics, and fails unless the sender holds an account key. */
  void beginAsOwner(String operation) {
    responder.operation(operation);
    access.requireOwner();
  }

  Mono<byte[]> body() {
    return responder.body().whole();
  }

  /** Returns an option of the query; empty if it is absent or has no value. */
  Optional<String> option(String name) {
    return option(head.options(), name);
  }

  /** Returns an option of the query. Fails with {@code MissingRequiredQueryParameter} if it is absent. */
  String required(String name) {
    return option(name)
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.MISSING_REQUIRED_QUERY_PARAMETER, "option=" + name));
  }

  /** Returns a number in the query; empty if it is absent. Fails with {@code InvalidQueryParameterValue} for other text. */
  OptionalInt number(String name) {
    return number(head.options(), name);
  }

  static OptionalInt number(QueryOptions options, String name) {
    var text = option(options, name);
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(text.get()));
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=" + name + " expected=number");
    }
  }

  static Optional<String> option(QueryOptions options, String name) {
    return Optional.ofNullable(options.get(name)).filter(value -> !value.isEmpty());
  }
}
