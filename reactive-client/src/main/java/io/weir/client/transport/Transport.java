package io.weir.client.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.wire.HttpDate;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.credential.Authorization;
import io.weir.client.credential.Authorizer;
import io.weir.client.credential.Credential;
import io.weir.client.credential.Unsigned;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Places;
import io.weir.client.exchange.ResponseReader;
import io.weir.client.options.Endpoint;
import io.weir.client.options.PoolOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/**
 * Sends requests over a few connections and reads their answers.
 *
 * <p>Any thread; signals run on the connection's loop. Fails with refusals of the service, and with
 * failures of the transport, which {@link io.weir.client.call.Failures} translates.
 */
public final class Transport {

  private static final Duration LOOPS_END = Duration.ofSeconds(15);
  private static final String OWN_PREFIX = "x-ms-";
  private static final String VERSION_HEADER = "x-ms-version";
  private static final String PROTOCOL_VERSION = "2020-12-06";

  private final Authorizer authorizer;
  private final HttpDate date;

  /**
   * The requests that are in flight or wait for a connection. deliberate: the connection pool has
   * such a bound, but does not keep it while a connection is being opened.
   */
  private final Places places;

  private final SilenceWatch watch;
  private final Nodes nodes;
  private final LoopResources loops;
  private final LongAdder attempts = new LongAdder();

  private Transport(
      Authorizer authorizer,
      HttpDate date,
      Places places,
      SilenceWatch watch,
      Nodes nodes,
      LoopResources loops) {
    this.authorizer = authorizer;
    this.date = date;
    this.places = places;
    this.watch = watch;
    this.nodes = nodes;
    this.loops = loops;
  }

  /**
   * Connects nothing yet.
   *
   * @param endpoints the account's address at each node of the service
   * @param silenceTimeout see {@link #watched}
   * @param clock tells the date of requests
   */
  public static Transport of(
      List<Endpoint> endpoints,
      Credential credential,
      PoolOptions pool,
      Duration silenceTimeout,
      InstantSource clock) {
    var loops = LoopResources.create("weir-client", pool.loops(), true);
    return new Transport(
        new Authorizer(credential),
        new HttpDate(clock),
        new Places(pool.mostRequests()),
        SilenceWatch.start(silenceTimeout, System::nanoTime),
        new Nodes(endpoints.stream()
            .map(each -> new Node(each, Connections.of(each, pool, silenceTimeout, loops)))
            .toList()),
        loops);
  }

  /**
   * Sends the request, once for each subscription, to the node that leads then, and emits what the
   * reader makes of its answer.
   *
   * <p>Requests at most one group ahead of the subscriber. Fails if the answer is incomplete, and
   * with {@link io.weir.client.call.RequestNotSent} if the request was not sent. Cancelling resets
   * an HTTP/2 stream and leaves its connection open; it closes a connection of HTTP/1.1.
   */
  public <T> Flux<T> exchange(
      OutboundRequest request, ResponseReader<T> answer, Call call, ConnectionGroup group) {
    return new Attempt(this, nodes::leader, call, group).send(request, answer);
  }

  /** Sends the request as {@link #exchange} does, to one node, whether it leads or not. */
  public <T> Flux<T> exchange(
      Node node,
      OutboundRequest request,
      ResponseReader<T> answer,
      Call call,
      ConnectionGroup group) {
    return authorizer
        .attempt(
            date::now,
            unsigned(request, call),
            proof -> send(node, request, answer, proof, call, group))
        .doOnError(failure -> nodes.failed(node, failure))
        .concatMapIterable(items -> items, 1);
  }

  /**
   * Passes the answer on, but fails if an outstanding answer does not come within the silence
   * timeout.
   */
  public <T> Flux<T> watched(Flux<T> answer, OutstandingAnswer outstanding) {
    return watch.guard(answer, outstanding);
  }

  /**
   * Makes one attempt of a call at the node that leads, as far as is known. After its failure, the
   * next attempt may go to another node.
   *
   * @param work carries the attempt out by the requests that it sends
   */
  public <T> Mono<T> attempt(Call call, ConnectionGroup group, Function<Attempt, Mono<T>> work) {
    if (!nodes.areSeveral()) {
      return work.apply(new Attempt(this, nodes::leader, call, group));
    }
    return Mono.defer(() -> {
      var node = nodes.leader();
      return work.apply(new Attempt(this, () -> node, call, group))
          .doOnError(failure -> nodes.failed(node, failure));
    });
  }

  /** Returns a sender of requests of a call, each of which goes to the node that leads then. */
  public Attempt sender(Call call) {
    return new Attempt(this, nodes::leader, call, ConnectionGroup.MAIN);
  }

  private <T> Flux<List<T>> send(
      Node node,
      OutboundRequest request,
      ResponseReader<T> answer,
      Authorization proof,
      Call call,
      ConnectionGroup group) {
    var tracker = new SendTracker(call, request.protocol(), node.toldTicks());
    var cancellation = new LoopCancellation();
    return node.connections()
        .of(group, request.protocol())
        .doOnRequest((sending, connection) -> {
          attempts.increment();
          tracker.sentBy(connection);
          cancellation.runsOn(connection.channel().eventLoop());
        })
        .headers(headers -> {
          call.describe(headers);
          describe(request, proof, headers);
        })
        .request(request.method())
        .uri(proof.target(request))
        .send((sending, out) -> request
            .upload()
            .map(upload -> upload.send(out))
            .orElseGet(() -> out.send(body(request)).then()))
        .response((response, body) -> {
          node.time().heard(response.responseHeaders().get(HttpHeaderNames.DATE, ""));
          return answer.read(response, body);
        })
        .transform(cancellation::guard)
        .onErrorMap(tracker::explain)
        .transform(groups ->
            request.upload().isPresent() ? groups : watched(groups, OutstandingAnswer.ANSWER))
        .transform(places::hold);
  }

  /** Returns how many requests were sent. */
  public long attempts() {
    return attempts.sum();
  }

  /** Cuts all connections. Does not wait. */
  public void close() {
    watch.close();
    nodes.all().forEach(node -> node.connections().close());
    loops.dispose();
  }

  /** Cuts all connections; completes when connections and loops are closed. */
  public Mono<Void> closeLater() {
    return Mono.fromRunnable(watch::close)
        .then(Mono.whenDelayError(
            nodes.all().stream().map(node -> node.connections().closeLater()).toList()))
        .then(
            loops.disposeLater(Duration.ZERO, LOOPS_END)); // no request comes to the loops any more
  }

  /**
   * Returns what a proof may cover: the headers are those that {@link Call#describe} and
   * {@link #describe} set.
   */
  private static Unsigned unsigned(OutboundRequest request, Call call) {
    var own = new TreeMap<String, String>();
    own.put(VERSION_HEADER, PROTOCOL_VERSION);
    for (var headers : List.of(call.headers(), request.headers())) {
      headers.forEach((name, value) -> {
        if (name.startsWith(OWN_PREFIX)) {
          own.put(name, value);
        }
      });
    }
    return new Unsigned(
        request.method().name(),
        request.target(),
        request.headers().getOrDefault("content-type", ""),
        own);
  }

  private static void describe(OutboundRequest request, Authorization proof, HttpHeaders headers) {
    proof.setOn(headers);
    headers.set(VERSION_HEADER, PROTOCOL_VERSION);
    request.headers().forEach(headers::set);
    if (request.hasBody()) {
      headers.set(
          HttpHeaderNames.CONTENT_LENGTH, Integer.toString(request.body().remaining()));
    }
  }

  /**
   * Wraps the body outside the buffer pool, without a copy, so that nothing leaks if the request is
   * never sent.
   */
  private static Mono<ByteBuf> body(OutboundRequest request) {
    return request.hasBody()
        ? Mono.fromSupplier(() -> Unpooled.wrappedBuffer(request.body().duplicate()))
        : Mono.empty();
  }
}
