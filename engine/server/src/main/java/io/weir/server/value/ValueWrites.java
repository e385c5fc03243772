package io.weir.server.value;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.pattern.large.Acceptance;
import io.weir.pattern.large.LargeValue;
import io.weir.pattern.large.LargeValues;
import io.weir.pattern.large.StoredValue;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.Access;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Stores or deletes a value. Created per request, on the loop. */
final class ValueWrites {

  private final ValueTarget target;
  private final HttpExchange exchange;
  private final long limitBytes;

  ValueWrites(ValueTarget target, long limitBytes) {
    this.target = target;
    this.exchange = target.exchange();
    this.limitBytes = limitBytes;
  }

  /**
   * Stores the body in place of the stored value, if any. The conditions are checked before the
   * body is read, and again when it is stored.
   *
   * <p>If the body breaks off or times out, or if the service is busy or fails, the stored part
   * stays as an upload, which its client can list and continue. If the value is refused, it would
   * be refused again: its stored part is removed.
   */
  Mono<HttpReply> put() {
    var request = exchange.request();
    var conditions = ValueConditions.ofWrite(request);
    var values = target.values(conditions.uses());
    var upload = values.begin(target.key(), ValueHeaders.declared(request));
    var content = ValueContent.of(exchange, limitBytes);
    var housekeeping = new Housekeeping(values, target);
    return values
        .find(target.key())
        .singleOptional()
        .map(stored -> Acceptance.of(conditions.replaces(stored)))
        .flatMap(acceptance -> values.store(upload, content, acceptance))
        .onErrorResume(
            ValueWrites::isRefusal,
            refused -> exchange.body().receivedBytes() == 0
                ? Mono.error(refused)
                : housekeeping.discard(upload.generation()).then(Mono.error(refused)))
        .onErrorMap(ConflictException.class, ValueWrites::conditionFailed)
        .flatMap(stored -> housekeeping.after(stored.replaced()).thenReturn(reply(stored)));
  }

  /**
   * Removes the value. Fails with {@code ResourceNotFound} if there is none, and as its condition
   * says.
   */
  Mono<HttpReply> delete() {
    var conditions = ValueConditions.ofWrite(exchange.request());
    var values = target.values(Access.Use.DELETE);
    return Mono.defer(() -> deleted(values, conditions))
        .retryWhen(Overtaken.retry())
        .flatMap(value -> new Housekeeping(values, target)
            .after(Optional.of(value))
            .thenReturn(HttpReply.of(HttpResponseStatus.NO_CONTENT)));
  }

  private Mono<LargeValue> deleted(LargeValues values, ValueConditions conditions) {
    return values.existing(target.key()).flatMap(value -> {
      conditions.requireWrite(Optional.of(value));
      return values
          .delete(value)
          .onErrorMap(PreconditionFailedException.class, changed -> new Overtaken())
          .thenReturn(value);
    });
  }

  /**
   * Returns the answer to a write that has stored a value: 201 for a new one, 204 for one in place
   * of another.
   */
  static HttpReply reply(StoredValue stored) {
    var status =
        stored.replaced().isPresent() ? HttpResponseStatus.NO_CONTENT : HttpResponseStatus.CREATED;
    return ValueHeaders.version(HttpReply.of(status), stored.value());
  }

  /**
   * Returns a failed condition in place of a failed insert: with {@code If-None-Match: *}, another
   * write has stored a value meanwhile.
   */
  static TableServiceException conditionFailed(ConflictException failure) {
    return failure.code() == ErrorCode.ENTITY_ALREADY_EXISTS
        ? new PreconditionFailedException("value=exists")
        : failure;
  }

  /**
   * Returns whether the service has decided about the content or its conditions, so that no later
   * attempt can succeed.
   */
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof InvalidRequestException
        || failure instanceof PreconditionFailedException
        || failure instanceof ConflictException;
  }
}
