package io.weir.server.queue;

import io.weir.api.AccountName;
import io.weir.api.queue.QueueService;
import io.weir.server.answer.HeadHandler;
import io.weir.server.answer.Responder;
import io.weir.server.auth.QueueAuthentication;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import io.weir.server.settings.QueuePolicies;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Answers the requests of a port that speaks the protocol of queues. Any thread. */
final class QueueProtocol implements HeadHandler {

  private final Function<AccountName, QueueService> queues;
  private final QueueAuthentication authentication;
  private final QueuePolicies policies;
  private final ServiceRequests service;

  QueueProtocol(
      Function<AccountName, QueueService> queues,
      QueueAuthentication authentication,
      QueuePolicies policies,
      ServiceRequests service) {
    this.queues = queues;
    this.authentication = authentication;
    this.policies = policies;
    this.service = service;
  }

  @Override
  public Mono<Void> handle(RequestHead head, Sender sender, Responder responder) {
    var path = QueuePath.parse(head.path().rawResource());
    var access = authentication.authenticate(head, sender, path.queue());
    var exchange = new QueueExchange(
        head, path, sender, access, queues.apply(head.path().account()), responder);
    return new QueueRoute(exchange, service, policies).run().flatMap(responder::send);
  }
}
