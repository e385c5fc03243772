package io.weir.server.value;

import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Maps requests for large values and their uploads to operations. Runs on: the loop of the
 * connection.
 */
public final class ValueDialect implements DialectHandler {

  private static final String UPLOADS = "uploads";

  private final long limitBytes;

  /**
   * Creates the dialect.
   *
   * @param limitBytes longest value that is accepted
   */
  public ValueDialect(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  @Override
  public boolean accepts(TableRequest request) {
    return request.resource() instanceof Resource.ValueAt
        || request.resource() instanceof Resource.TableAction action
            && action.name().equals(UPLOADS);
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    var request = exchange.request();
    if (request.head().path().secondary() && !request.verb().isRead()) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "secondary=readOnly");
    }
    if (request.resource() instanceof Resource.ValueAt at) {
      return ofValue(new ValueTarget(exchange, at))
          .onErrorMap(TableServiceException.class, failure -> exchange.told(at.table(), failure));
    }
    return ofPartition(exchange).flatMap(exchange::reply);
  }

  private Mono<Void> ofValue(ValueTarget target) {
    var exchange = target.exchange();
    return switch (exchange.request().options().get("comp", "")) {
      case "" -> value(target);
      case "upload" -> upload(target).flatMap(exchange::reply);
      case UPLOADS -> uploads(target).flatMap(exchange::reply);
      default ->
        throw new InvalidRequestException(
            ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=comp expected=upload|uploads");
    };
  }

  private Mono<Void> value(ValueTarget target) {
    var exchange = target.exchange();
    return switch (exchange.request().verb()) {
      case GET -> new ValueReads(target.named("GetValue")).get();
      case HEAD -> new ValueReads(target.named("HeadValue")).head();
      case PUT -> writes(target.named("PutValue")).put().flatMap(exchange::reply);
      case DELETE -> writes(target.named("DeleteValue")).delete().flatMap(exchange::reply);
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT, Verb.DELETE);
    };
  }

  private Mono<HttpReply> upload(ValueTarget target) {
    var request = target.exchange().request();
    var verb = request.verb();
    if (!request.options().has("id")) {
      if (verb != Verb.POST) {
        throw new InvalidRequestException(
            ErrorCode.MISSING_REQUIRED_QUERY_PARAMETER,
            "option=id expected=idOfUpload hint=POSTBeginsOne");
      }
      return new UploadRequests(target.named("BeginUpload"), limitBytes).begin();
    }
    var id = UploadId.parse(request.options().get("id", ""));
    return switch (verb) {
      case GET, HEAD -> new UploadRequests(target.named("GetUpload"), limitBytes).offset(id);
      case PATCH -> new UploadRequests(target.named("AppendUpload"), limitBytes).append(id);
      case DELETE -> new UploadRequests(target.named("CancelUpload"), limitBytes).cancel(id);
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PATCH, Verb.DELETE);
    };
  }

  private Mono<HttpReply> uploads(ValueTarget target) {
    MethodNotAllowed.unlessRead(target.exchange().request().verb());
    return new UploadRequests(target.named("ListUploads"), limitBytes).list();
  }

  private static Mono<HttpReply> ofPartition(HttpExchange exchange) {
    return switch (exchange.request().verb()) {
      case GET, HEAD -> {
        exchange.operation("ListUploads");
        yield new PartitionUploads(exchange).list();
      }
      case DELETE -> {
        exchange.operation("CollectUploads");
        yield new PartitionUploads(exchange).collect();
      }
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.DELETE);
    };
  }

  private ValueWrites writes(ValueTarget target) {
    return new ValueWrites(target, limitBytes);
  }
}
