package io.weir.server.queue;

import io.netty.util.AsciiString;
import io.weir.api.AccountName;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.server.answer.HeadHandler;
import io.weir.server.answer.OwnProtocol;
import io.weir.server.answer.Responder;
import io.weir.server.auth.QueueAuthentication;
import io.weir.server.request.RequestHead;
import io.weir.server.request.RequestTimeout;
import io.weir.server.request.Sender;
import io.weir.server.settings.StoredPolicies;
import io.weir.server.settings.StoredProperties;
import java.time.Clock;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Answers the requests of a port that speaks the protocol of queues. Any thread. */
public final class QueueProtocol implements HeadHandler {

  private final Function<AccountName, QueueService> queues;
  private final QueueAuthentication authentication;
  private final StoredPolicies<QueueName> policies;
  private final ServiceRequests service;

  private QueueProtocol(
      Function<AccountName, QueueService> queues,
      QueueAuthentication authentication,
      StoredPolicies<QueueName> policies,
      ServiceRequests service) {
    this.queues = queues;
    this.authentication = authentication;
    this.policies = policies;
    this.service = service;
  }

  /**
   * Returns the protocol for a port.
   *
   * @param queues returns the queues of a served account
   * @param policies the stored access policies that clients read and change
   * @param properties the service properties that clients read and change
   * @param clock time of the statistics
   */
  public static OwnProtocol of(
      Function<AccountName, QueueService> queues,
      QueueAuthentication authentication,
      StoredPolicies<QueueName> policies,
      StoredProperties properties,
      Clock clock) {
    var handler =
        new QueueProtocol(queues, authentication, policies, new ServiceRequests(properties, clock));
    return new OwnProtocol(
        "queue", AsciiString.cached("application/xml"), QueueReplies::error, handler);
  }

  @Override
  public Mono<Void> handle(RequestHead head, Sender sender, Responder responder) {
    var path = QueuePath.parse(head.path().rawResource());
    var access = authentication.authenticate(head, sender, path.queue());
    var exchange = new QueueExchange(
        head, path, sender, access, queues.apply(head.path().account()), responder);
    var answer = new QueueRoute(exchange, service, policies).run();
    return RequestTimeout.of(head, responder.loop())
        .map(timeout -> timeout.bound(answer))
        .orElse(answer)
        .flatMap(responder::send);
  }
}
