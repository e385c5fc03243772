package io.weir.server.value;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.client.pattern.large.Acceptance;
import io.weir.client.pattern.large.LargeValue;
import io.weir.client.pattern.large.LargeValues;
import io.weir.client.pattern.large.StoredValue;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.Access;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Stores or deletes a value. Created per request, on the loop. */
final class ValueWrites {

  private static final int DELETE_ATTEMPTS = 8;

  private final ValueTarget target;
  private final HttpExchange exchange;
  private final long limitBytes;

  ValueWrites(ValueTarget target, long limitBytes) {
    this.target = target;
    this.exchange = target.exchange();
    this.limitBytes = limitBytes;
  }

  /**
   * Stores the body in place of what is there. The conditions are checked before the body is read, and again when it is stored.
   *
   * <p>What a body has stored that broke off or timed out stays as an upload, which its client can list and continue. What was refused is
   * removed.
   */
  Mono<HttpReply> put() {
    var request = exchange.request();
    var conditions = ValueConditions.ofWrite(request);
    var values = target.values(conditions.uses());
    var upload = values.begin(target.key(), ValueHeaders.contentType(request));
    var sha256 = ValueHeaders.sha256(request);
    var content = ValueContent.of(exchange, limitBytes);
    var housekeeping = new Housekeeping(values, target);
    return target
        .stored(values)
        .map(stored -> new Acceptance(conditions.replaces(stored), sha256))
        .flatMap(acceptance -> values.store(upload, content, acceptance))
        .onErrorResume(
            TableServiceException.class,
            refused -> exchange.body().receivedBytes() == 0
                ? Mono.error(refused)
                : housekeeping.discard(upload.generation()).then(Mono.error(refused)))
        .onErrorMap(ConflictException.class, ValueWrites::conditionFailed)
        .flatMap(stored -> housekeeping.after(stored.replaced()).thenReturn(reply(stored)));
  }

  /** Removes the value. Fails with {@code ResourceNotFound} if there is none, and as its condition says. */
  Mono<HttpReply> delete() {
    var conditions = ValueConditions.ofWrite(exchange.request());
    var values = target.values(Access.Use.DELETE);
    return Mono.defer(() -> deleted(values, conditions))
        .retryWhen(Retry.max(DELETE_ATTEMPTS).filter(Overtaken.class::isInstance))
        .onErrorMap(Overtaken.class, overtaken -> new PreconditionFailedException(""))
        .flatMap(value -> new Housekeeping(values, target)
            .after(Optional.of(value))
            .thenReturn(HttpReply.of(HttpResponseStatus.NO_CONTENT)));
  }

  private Mono<LargeValue> deleted(LargeValues values, ValueConditions conditions) {
    return target.existing(values).flatMap(value -> {
      conditions.requireMatch(Optional.of(value));
      return values
          .delete(value)
          .onErrorMap(PreconditionFailedException.class, changed -> new Overtaken())
          .thenReturn(value);
    });
  }

  /** Returns the answer to a write that has stored a value: 201 for a new one, 204 for one in place of another. */
  static HttpReply reply(StoredValue stored) {
    var status =
        stored.replaced().isPresent() ? HttpResponseStatus.NO_CONTENT : HttpResponseStatus.CREATED;
    return ValueHeaders.version(HttpReply.of(status), stored.value());
  }

  /** {@code If-None-Match: *} over a value that has come meanwhile fails as a condition does, and not as an insert. */
  static TableServiceException conditionFailed(ConflictException failure) {
    return failure.code() == ErrorCode.ENTITY_ALREADY_EXISTS
        ? new PreconditionFailedException("value=exists")
        : failure;
  }

  /** Another write has changed the value since it was found. */
  private static final class Overtaken extends RuntimeException {

    private static final long serialVersionUID = 1;

    Overtaken() {
      super(null, null, false, false);
    }
  }
}
