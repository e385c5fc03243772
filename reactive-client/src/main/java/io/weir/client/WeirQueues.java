package io.weir.client;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.HiddenMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueuePage;
import io.weir.api.queue.QueueProperties;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.client.call.Calls;
import io.weir.client.call.RetryPolicy;
import io.weir.client.exchange.Protocol;
import io.weir.client.queue.QueueAttempts;
import io.weir.client.queue.QueueResolutions;
import io.weir.client.stream.Pipelining;
import io.weir.client.stream.StreamingRequests;
import io.weir.client.transport.Transport;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * The queues of an account at the other end of HTTP, by the Azure Queue protocol.
 *
 * <pre>{@code
 * try (var queues = WeirQueues.builder()
 *     .endpoint("http://127.0.0.1:10001/devstoreaccount1")
 *     .connectQueues()) {
 *   queues.receive(new QueueName("orders"), Reception.DEFAULT)
 *       .flatMap(delivery -> work(delivery.text()).then(delivery.acknowledge()), 8)
 *       .blockLast();
 * }
 * }</pre>
 *
 * <p>Options, deadlines, retries and observations are those of {@link WeirClient}.
 * {@link QueueResolutions} states what follows when the answer to a change is lost.
 * {@link DialectChoice#STREAMING}, the default, sends the requests by HTTP/2, so that waiting for a
 * message holds no connection, and single operations on messages as frames over pipelines: see
 * {@link ClientOptions.Builder#pipelining}. Any other choice sends requests by HTTP/1.1, which
 * every service of the protocol understands.
 *
 * <p>A take that waits is a sequence of requests, none of which waits longer than half of
 * {@link ClientOptions#silenceTimeout}. Each request has a deadline of its own. Times in a request
 * are whole seconds: a shorter one is rounded up. Moments in its answer are whole seconds. In a
 * frame both are milliseconds.
 *
 * <p>Any thread. Signals run on the loop of a connection, {@code weir-client-*}, and must not block
 * it. Cancelling a take tells the service to stop waiting.
 */
public final class WeirQueues implements QueueService, AutoCloseable {

  /** Default endpoint: the development account at the usual port of queues. */
  public static final String DEVELOPMENT = "http://127.0.0.1:10001/" + AccountName.DEVELOPMENT;

  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final Transport transport;
  private final Pipelining pipelining;
  private final Calls<QueueService> calls;
  private final QueueResolutions resolutions;
  private final Duration longestRequest;
  private final Mono<Void> closing;

  private WeirQueues(ClientOptions options) {
    this.transport = Transport.of(
        options.endpoints(),
        options.credential().ofQueues(),
        options.pool(),
        options.silenceTimeout(),
        Clock.systemUTC());
    var protocol = options.dialect() == DialectChoice.STREAMING ? Protocol.HTTP_2 : Protocol.HTTP_1;
    var path = options.endpoint().path();
    this.pipelining =
        new Pipelining(options.pipelining(), options.pool(), new StreamingRequests(path));
    this.calls = new Calls<>(
        new QueueAttempts(transport, protocol, path, pipelining),
        RetryPolicy.of(options.retries(), options.endpoints().size()),
        options.deadline(),
        options.hedging(),
        options.observations());
    this.resolutions = new QueueResolutions(options.retries().unknownWrites());
    this.longestRequest = longestRequest(options);
    this.closing = Mono.defer(() -> closed(options.closeGrace())).cache();
  }

  /**
   * Returns a builder with every default; {@link ClientOptions.Builder#connectQueues} makes the
   * client.
   */
  public static ClientOptions.Builder builder() {
    return ClientOptions.builder().endpoint(DEVELOPMENT);
  }

  /** Returns a client with its own connections and loops. It connects at the first request. */
  public static WeirQueues of(ClientOptions options) {
    return new WeirQueues(options);
  }

  /**
   * A request must be answered within the silence timeout and the deadline, and the answer needs
   * time, too.
   */
  private static Duration longestRequest(ClientOptions options) {
    var most = options
        .deadline()
        .filter(deadline -> deadline.compareTo(options.silenceTimeout()) < 0)
        .orElse(options.silenceTimeout())
        .dividedBy(2);
    return most.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : most;
  }

  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata) {
    return calls.write(
        "CreateQueue", queues -> queues.create(name, metadata), resolutions.ofRepeatable());
  }

  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata, int lanes) {
    return calls.write(
        "CreateQueue", queues -> queues.create(name, metadata, lanes), resolutions.ofRepeatable());
  }

  @Override
  public Mono<Void> delete(QueueName name) {
    return calls
        .write(
            "DeleteQueue",
            queues -> queues.delete(name).thenReturn(true),
            resolutions.ofRemoval(ErrorCode.QUEUE_NOT_FOUND))
        .then();
  }

  @Override
  public Mono<QueuePage> list(QueueListing listing) {
    return calls.read("ListQueues", queues -> queues.list(listing));
  }

  @Override
  public Mono<QueueProperties> properties(QueueName name) {
    return calls.read("GetQueueMetadata", queues -> queues.properties(name));
  }

  @Override
  public Mono<Void> setMetadata(QueueName name, QueueMetadata metadata) {
    return repeatable("SetQueueMetadata", queues -> queues.setMetadata(name, metadata));
  }

  @Override
  public Mono<Void> setDeadLetters(QueueName name, DeadLetters rule) {
    return repeatable("SetDeadLetters", queues -> queues.setDeadLetters(name, rule));
  }

  @Override
  public Mono<Void> removeDeadLetters(QueueName name) {
    return repeatable("RemoveDeadLetters", queues -> queues.removeDeadLetters(name));
  }

  @Override
  public Mono<DeadLetters> deadLetters(QueueName name) {
    return calls.read("GetDeadLetters", queues -> queues.deadLetters(name));
  }

  @Override
  public Mono<SentMessage> put(QueueName name, NewMessage message) {
    return calls.write("PutMessage", queues -> queues.put(name, message), resolutions.ofOther());
  }

  @Override
  public Mono<List<TakenMessage>> take(QueueName name, Take take) {
    var first =
        take.longestWait().compareTo(longestRequest) <= 0 ? take : take.waitingUpTo(longestRequest);
    var rest = take.longestWait().minus(first.longestWait());
    return calls
        .write("GetMessages", queues -> queues.take(name, first), resolutions.ofRepeatable())
        .flatMap(taken -> taken.isEmpty() && rest.compareTo(Duration.ZERO) > 0
            ? take(name, take.waitingUpTo(rest))
            : Mono.just(taken));
  }

  @Override
  public Mono<List<Message>> peek(QueueName name, Peek peek) {
    return calls.read("PeekMessages", queues -> queues.peek(name, peek));
  }

  @Override
  public Mono<List<HiddenMessage>> peekHidden(QueueName name, Peek peek) {
    return calls.read("PeekHiddenMessages", queues -> queues.peekHidden(name, peek));
  }

  @Override
  public Mono<RenewedMessage> update(QueueName name, HeldMessage held, MessageUpdate update) {
    return calls.write(
        "UpdateMessage", queues -> queues.update(name, held, update), resolutions.ofOther());
  }

  @Override
  public Mono<Void> deleteMessage(QueueName name, HeldMessage held) {
    return calls
        .write(
            "DeleteMessage",
            queues -> queues.deleteMessage(name, held).thenReturn(true),
            resolutions.ofRemoval(ErrorCode.MESSAGE_NOT_FOUND))
        .then();
  }

  @Override
  public Mono<Void> clear(QueueName name) {
    return repeatable("ClearMessages", queues -> queues.clear(name));
  }

  private Mono<Void> repeatable(String operation, Function<QueueService, Mono<Void>> work) {
    return calls
        .write(operation, queues -> work.apply(queues).thenReturn(true), resolutions.ofRepeatable())
        .then();
  }

  /** Returns counters of what the client has done so far. */
  public ClientStatistics statistics() {
    return new ClientStatistics(calls.underWay(), transport.attempts(), calls.hedges());
  }

  /** Cuts all connections and fails every request in flight. Does not wait. */
  @Override
  public void close() {
    transport.close();
  }

  /**
   * Refuses new requests, waits up to {@link ClientOptions#closeGrace} for those in flight, then
   * cuts all connections.
   */
  public Mono<Void> closeLater() {
    return closing;
  }

  private Mono<Void> closed(Duration grace) {
    return calls
        .close()
        .doOnSuccess(ended -> pipelining.close())
        .timeout(grace, Mono.empty())
        .then(transport.closeLater());
  }
}
