package io.weir.server.queue;

import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.QueueName;
import io.weir.api.wire.Dialect;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.request.Verb;
import io.weir.server.settings.StoredPolicies;
import reactor.core.publisher.Mono;

/** Maps resource, verb and {@code comp} to an operation. Created per request. */
final class QueueRoute {

  private final QueueExchange exchange;
  private final ServiceRequests service;
  private final StoredPolicies<QueueName> policies;
  private final Verb verb;
  private final String comp;

  QueueRoute(QueueExchange exchange, ServiceRequests service, StoredPolicies<QueueName> policies) {
    this.exchange = exchange;
    this.service = service;
    this.policies = policies;
    this.verb = exchange.head().verb();
    this.comp = exchange.option("comp").orElse("");
  }

  /**
   * Carries out the operation. Fails with {@code AuthorizationFailure} for a take at the
   * secondary's address.
   */
  Mono<HttpReply> run() {
    var path = exchange.path();
    var takes = path.hasMessages() && exchange.option("peekonly").isEmpty();
    if (exchange.head().path().secondary() && takes) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "secondary=readOnly");
    }
    if (path.isPipeline()) {
      if (verb != Verb.POST) {
        throw MethodNotAllowed.allowing(Verb.POST);
      }
      throw new InvalidRequestException(
          ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "expected=POST of=" + Dialect.BINARY);
    }
    if (path.queue().isEmpty()) {
      return service();
    }
    if (!path.hasMessages()) {
      return queue();
    }
    return path.messageId().isEmpty() ? messages() : message();
  }

  private Mono<HttpReply> service() {
    return switch (comp) {
      case "list" -> read(service.list(exchange));
      case "properties" ->
        switch (verb) {
          case GET, HEAD -> service.properties(exchange);
          case PUT -> service.setProperties(exchange);
          default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT);
        };
      case "stats" -> read(service.stats(exchange));
      default -> throw badComp("list|properties|stats");
    };
  }

  private Mono<HttpReply> read(Mono<HttpReply> answer) {
    MethodNotAllowed.unlessRead(verb);
    return answer;
  }

  private Mono<HttpReply> queue() {
    var requests = new QueueRequests(exchange, policies);
    return switch (comp) {
      case "" ->
        switch (verb) {
          case PUT -> requests.create();
          case DELETE -> requests.delete();
          default -> throw MethodNotAllowed.allowing(Verb.PUT, Verb.DELETE);
        };
      case "metadata" ->
        switch (verb) {
          case GET, HEAD -> requests.metadata();
          case PUT -> requests.setMetadata();
          default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT);
        };
      case "acl" ->
        switch (verb) {
          case GET, HEAD -> requests.policies();
          case PUT -> requests.setPolicies();
          default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT);
        };
      case "deadletters" ->
        switch (verb) {
          case GET, HEAD -> requests.deadLetters();
          case PUT -> requests.setDeadLetters();
          case DELETE -> requests.removeDeadLetters();
          default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT, Verb.DELETE);
        };
      default -> throw badComp("metadata|acl|deadletters");
    };
  }

  private Mono<HttpReply> messages() {
    var requests = new MessageRequests(exchange);
    return switch (verb) {
      case GET -> requests.get();
      case POST -> requests.put();
      case DELETE -> requests.clear();
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.POST, Verb.DELETE);
    };
  }

  private Mono<HttpReply> message() {
    var requests = new MessageRequests(exchange);
    return switch (verb) {
      case PUT -> requests.update();
      case DELETE -> requests.delete();
      default -> throw MethodNotAllowed.allowing(Verb.PUT, Verb.DELETE);
    };
  }

  private static InvalidRequestException badComp(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=comp expected=" + expected);
  }
}
