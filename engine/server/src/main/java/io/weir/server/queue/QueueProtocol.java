package io.weir.server.queue;

import io.netty.util.AsciiString;
import io.weir.api.AccountName;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.server.answer.HeadHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.OwnProtocol;
import io.weir.server.answer.Responder;
import io.weir.server.auth.QueueAuthentication;
import io.weir.server.request.RequestHead;
import io.weir.server.request.RequestTimeout;
import io.weir.server.request.Sender;
import io.weir.server.settings.ServiceStatistics;
import io.weir.server.settings.StoredPolicies;
import io.weir.server.settings.StoredProperties;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Answers the requests of a port that speaks the protocol of queues. Any thread. */
public final class QueueProtocol implements HeadHandler {

  private final Function<AccountName, QueueService> queues;
  private final QueueAuthentication authentication;
  private final StoredPolicies<QueueName> policies;
  private final ServiceRequests service;
  private final QueuePipelines pipelines;

  private QueueProtocol(
      Function<AccountName, QueueService> queues,
      QueueAuthentication authentication,
      StoredPolicies<QueueName> policies,
      ServiceRequests service,
      QueuePipelines pipelines) {
    this.queues = queues;
    this.authentication = authentication;
    this.policies = policies;
    this.service = service;
    this.pipelines = pipelines;
  }

  /**
   * Returns the protocol for a port.
   *
   * @param queues returns the queues of a served account
   * @param policies the stored access policies that clients read and change
   * @param properties the service properties that clients read and change
   * @param pipelines answers pipelines of operations on messages
   * @param statistics told at the secondary
   */
  public static OwnProtocol of(
      Function<AccountName, QueueService> queues,
      QueueAuthentication authentication,
      StoredPolicies<QueueName> policies,
      StoredProperties properties,
      QueuePipelines pipelines,
      ServiceStatistics statistics) {
    var handler = new QueueProtocol(
        queues, authentication, policies, new ServiceRequests(properties, statistics), pipelines);
    return new OwnProtocol(
        "queue", AsciiString.cached("application/xml"), QueueReplies::error, handler);
  }

  @Override
  public Mono<Void> handle(
      RequestHead head, Sender sender, Responder responder, HttpExchange.Shared shared) {
    var path = QueuePath.parse(head.path().rawResource());
    var access = authentication.authenticate(head, sender, path.queue());
    var exchange = new QueueExchange(
        head, path, sender, access, queues.apply(head.path().account()), responder, shared);
    if (path.isPipeline() && pipelines.accepts(head)) {
      return Mono.from(pipelines.answer(exchange, path.requireQueue()));
    }
    var answer = new QueueRoute(exchange, service, policies).run();
    return RequestTimeout.of(head, responder.loop())
        .map(timeout -> timeout.bound(answer))
        .orElse(answer)
        .flatMap(responder::send);
  }
}
